/// What runs cost with prompt caches, against the optimum.
@NullMarked
package dev.rowan.bench.savings;

import org.jspecify.annotations.NullMarked;

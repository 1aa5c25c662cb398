/// Type conversion.
@NullMarked
package dev.rowan.transforms.coerce;

import org.jspecify.annotations.NullMarked;

/// Hidden limits on requests and tokens, kept for each key.
@NullMarked
package dev.rowan.simulator.limit;

import org.jspecify.annotations.NullMarked;

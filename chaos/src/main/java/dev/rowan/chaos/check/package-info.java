/// The checker: verifies a run by its landscape, its sinks and the simulator's bill alone.
@NullMarked
package dev.rowan.chaos.check;

import org.jspecify.annotations.NullMarked;

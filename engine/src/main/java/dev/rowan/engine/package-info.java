/// Runs a pipeline: every row overlaps with the others and leaves in input order.
@NullMarked
package dev.rowan.engine;

import org.jspecify.annotations.NullMarked;

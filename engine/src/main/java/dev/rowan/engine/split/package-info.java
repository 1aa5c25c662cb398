/// A run that several workers share: the splits of its input, the rows of a worker's splits, and the parts of the
/// output.
@NullMarked
package dev.rowan.engine.split;

import org.jspecify.annotations.NullMarked;

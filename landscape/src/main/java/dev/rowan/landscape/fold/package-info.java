/// Folds recorded events into values, counts and positions.
@NullMarked
package dev.rowan.landscape.fold;

import org.jspecify.annotations.NullMarked;

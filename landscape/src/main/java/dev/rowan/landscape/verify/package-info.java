/// Checking the record of a run against itself: chain, values, tree and heads.
@NullMarked
package dev.rowan.landscape.verify;

import org.jspecify.annotations.NullMarked;

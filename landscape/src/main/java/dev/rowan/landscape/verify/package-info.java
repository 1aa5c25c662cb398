/// Verifies the record of a run: chain, values, tree, heads and invariants.
@NullMarked
package dev.rowan.landscape.verify;

import org.jspecify.annotations.NullMarked;

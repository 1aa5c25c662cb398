/// Inclusion proofs for the events of a row.
@NullMarked
package dev.rowan.cli.prove;

import org.jspecify.annotations.NullMarked;

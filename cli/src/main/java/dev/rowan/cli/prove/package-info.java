/// Proofs that the events of a row are in a run's record.
@NullMarked
package dev.rowan.cli.prove;

import org.jspecify.annotations.NullMarked;

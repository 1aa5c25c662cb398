/// Releases finished rows: they wait for their turn, are written to the sinks, and get their outcomes.
@NullMarked
package dev.rowan.engine.release;

import org.jspecify.annotations.NullMarked;

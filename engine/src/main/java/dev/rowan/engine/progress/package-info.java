/// The progress of a run: its counters, the estimate of the time left, and what it waits for.
@NullMarked
package dev.rowan.engine.progress;

import org.jspecify.annotations.NullMarked;

/// Runs rows through the transforms: reads them, starts each on its own thread within the window, parks and
/// wakes those that wait for batch jobs, and detects the end.
@NullMarked
package dev.rowan.engine.schedule;

import org.jspecify.annotations.NullMarked;

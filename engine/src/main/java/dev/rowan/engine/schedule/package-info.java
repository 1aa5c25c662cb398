/// Takes rows through the transforms: reads them, starts each on a thread of its own within the window, parks and
/// wakes those that wait for batch jobs, and detects the end.
@NullMarked
package dev.rowan.engine.schedule;

import org.jspecify.annotations.NullMarked;

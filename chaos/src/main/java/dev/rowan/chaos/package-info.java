/// Crash tests: kill a run at every point, resume it, and check the result.
@NullMarked
package dev.rowan.chaos;

import org.jspecify.annotations.NullMarked;

/// Crash tests: kills a run at every point, goes on with what is left, and checks what came of it.
@NullMarked
package dev.rowan.chaos;

import org.jspecify.annotations.NullMarked;

/// Detects changes between a recorded run and its resumption.
@NullMarked
package dev.rowan.engine.change;

import org.jspecify.annotations.NullMarked;

/// Telling others what a run does, while it does it.
@NullMarked
package dev.rowan.engine.observe;

import org.jspecify.annotations.NullMarked;

/// Events of a run, published to listeners.
@NullMarked
package dev.rowan.engine.observe;

import org.jspecify.annotations.NullMarked;

/// How a run stops.
@NullMarked
package dev.rowan.engine.stop;

import org.jspecify.annotations.NullMarked;

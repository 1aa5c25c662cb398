/// How a run stops, as the rows and their calls see it.
@NullMarked
package dev.rowan.engine.stop;

import org.jspecify.annotations.NullMarked;

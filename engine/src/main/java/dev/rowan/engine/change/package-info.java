/// Whether a run that is gone on with is still the run that was started.
@NullMarked
package dev.rowan.engine.change;

import org.jspecify.annotations.NullMarked;

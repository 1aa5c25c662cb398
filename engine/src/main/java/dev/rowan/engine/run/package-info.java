/// A run of a pipeline, from startup to seal.
@NullMarked
package dev.rowan.engine.run;

import org.jspecify.annotations.NullMarked;

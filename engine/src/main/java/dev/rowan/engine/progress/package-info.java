/// How far a run is, how long the rest takes and what it waits for: computed here for everyone who shows it.
@NullMarked
package dev.rowan.engine.progress;

import org.jspecify.annotations.NullMarked;

/// The outputs of a run: opened where they left off, and locked against other runs.
@NullMarked
package dev.rowan.engine.output;

import org.jspecify.annotations.NullMarked;

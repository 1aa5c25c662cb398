/// A run: reading, walking, releasing, stopping, ending.
@NullMarked
package dev.rowan.engine.run;

import org.jspecify.annotations.NullMarked;

/// Reads and builds JSON bodies.
@NullMarked
package dev.rowan.simulator.json;

import org.jspecify.annotations.NullMarked;

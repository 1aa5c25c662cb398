/// JSON bodies as they are read and put together.
@NullMarked
package dev.rowan.simulator.json;

import org.jspecify.annotations.NullMarked;

/// The prices of calls.
@NullMarked
package dev.rowan.simulator.price;

import org.jspecify.annotations.NullMarked;

/// What calls cost.
@NullMarked
package dev.rowan.simulator.price;

import org.jspecify.annotations.NullMarked;

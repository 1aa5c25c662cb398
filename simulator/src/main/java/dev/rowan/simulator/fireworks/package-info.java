/// Datasets and batch inference jobs of Fireworks.
@NullMarked
package dev.rowan.simulator.fireworks;

import org.jspecify.annotations.NullMarked;

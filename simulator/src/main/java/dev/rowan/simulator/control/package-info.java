/// The simulator's own paths, by which tests look at it and change it while it runs.
@NullMarked
package dev.rowan.simulator.control;

import org.jspecify.annotations.NullMarked;

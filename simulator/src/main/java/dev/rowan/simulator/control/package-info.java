/// The control API, by which tests inspect and change a running simulator.
@NullMarked
package dev.rowan.simulator.control;

import org.jspecify.annotations.NullMarked;

/// The latency of answers.
@NullMarked
package dev.rowan.simulator.latency;

import org.jspecify.annotations.NullMarked;

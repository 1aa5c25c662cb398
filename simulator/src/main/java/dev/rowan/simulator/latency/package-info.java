/// How long answers take.
@NullMarked
package dev.rowan.simulator.latency;

import org.jspecify.annotations.NullMarked;

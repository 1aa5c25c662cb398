/// The throughput of the simulator itself.
@NullMarked
package dev.rowan.bench.simulator;

import org.jspecify.annotations.NullMarked;

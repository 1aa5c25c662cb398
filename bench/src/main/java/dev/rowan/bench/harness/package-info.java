/// What the benchmarks share: child JVMs, the simulator in a process of its own, input files, processor time.
@NullMarked
package dev.rowan.bench.harness;

import org.jspecify.annotations.NullMarked;

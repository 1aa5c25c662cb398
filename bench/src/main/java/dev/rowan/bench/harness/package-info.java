/// Shared by the benchmarks: child JVMs, the simulator in its own process, input files, CPU time.
@NullMarked
package dev.rowan.bench.harness;

import org.jspecify.annotations.NullMarked;

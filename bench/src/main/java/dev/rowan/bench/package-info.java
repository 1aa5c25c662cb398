/// Benchmarks, each started by name through [dev.rowan.bench.Bench].
@NullMarked
package dev.rowan.bench;

import org.jspecify.annotations.NullMarked;

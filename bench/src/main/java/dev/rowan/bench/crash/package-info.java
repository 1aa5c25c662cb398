/// Crash campaigns, for real-time and batch pipelines.
@NullMarked
package dev.rowan.bench.crash;

import org.jspecify.annotations.NullMarked;

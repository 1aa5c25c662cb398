/// The workers of a run as a job of Apache Flink: it assigns splits, runs them, and restarts what dies. What was
/// done is in the landscape.
@NullMarked
package dev.rowan.flink;

import org.jspecify.annotations.NullMarked;

/// Runs on Apache Flink: a cluster of child processes or an existing one, reached by its REST interface. Has no class
/// of
/// Flink.
@NullMarked
package dev.rowan.cli.flink;

import org.jspecify.annotations.NullMarked;

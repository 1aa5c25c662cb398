/// The processes of a cluster that belongs to one run.
@NullMarked
package dev.rowan.flink.child;

import org.jspecify.annotations.NullMarked;

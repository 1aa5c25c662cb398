/// Where the cluster starts the job.
@NullMarked
package dev.rowan.flink.entry;

import org.jspecify.annotations.NullMarked;

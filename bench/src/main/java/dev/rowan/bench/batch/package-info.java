/// Batch files, result ingestion and whole batch jobs.
@NullMarked
package dev.rowan.bench.batch;

import org.jspecify.annotations.NullMarked;

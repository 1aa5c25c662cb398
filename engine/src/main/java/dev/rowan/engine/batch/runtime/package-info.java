/// Runs the batch jobs of a run: one thread per node that plans, one thread per job.
@NullMarked
package dev.rowan.engine.batch.runtime;

import org.jspecify.annotations.NullMarked;

/// Polls and cancels the batch of a job.
@NullMarked
package dev.rowan.engine.batch.watching;

import org.jspecify.annotations.NullMarked;

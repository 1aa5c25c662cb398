/// Uploads the requests of a job and creates its batch; finds the batch again after a lost reply.
@NullMarked
package dev.rowan.engine.batch.submitting;

import org.jspecify.annotations.NullMarked;

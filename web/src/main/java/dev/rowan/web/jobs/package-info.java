/// The board of a run's batch jobs, the page of one job, and a person's word on it.
@NullMarked
package dev.rowan.web.jobs;

import org.jspecify.annotations.NullMarked;

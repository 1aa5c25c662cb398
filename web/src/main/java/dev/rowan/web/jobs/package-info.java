/// The board of batch jobs, the page of a job, and decisions.
@NullMarked
package dev.rowan.web.jobs;

import org.jspecify.annotations.NullMarked;

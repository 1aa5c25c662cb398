/// The list of batch jobs, the page of a job, and the decisions of operators.
@NullMarked
package dev.rowan.web.jobs;

import org.jspecify.annotations.NullMarked;

/// The page of a run, live or finished: progress, throughput, waits and cost.
@NullMarked
package dev.rowan.web.run;

import org.jspecify.annotations.NullMarked;

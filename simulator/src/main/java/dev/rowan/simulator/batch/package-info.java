/// Files and batch jobs of all providers: storage, timing, and the results of rows.
@NullMarked
package dev.rowan.simulator.batch;

import org.jspecify.annotations.NullMarked;

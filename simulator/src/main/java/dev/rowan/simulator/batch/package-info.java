/// Files and batch jobs, whichever provider keeps them: what is kept, when it is done, and what comes of each row.
@NullMarked
package dev.rowan.simulator.batch;

import org.jspecify.annotations.NullMarked;

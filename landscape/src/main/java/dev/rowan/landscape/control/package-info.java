/// Control requests to a running run: submitted by one process, applied by the one that owns the run.
@NullMarked
package dev.rowan.landscape.control;

import org.jspecify.annotations.NullMarked;

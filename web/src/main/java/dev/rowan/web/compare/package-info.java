/// Compares two runs: their totals, their configuration, and the rows with different results.
@NullMarked
package dev.rowan.web.compare;

import org.jspecify.annotations.NullMarked;

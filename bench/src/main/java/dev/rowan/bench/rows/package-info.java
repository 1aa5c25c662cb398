/// Rows through a pipeline without calls: throughput, order, large rows.
@NullMarked
package dev.rowan.bench.rows;

import org.jspecify.annotations.NullMarked;

/// The table of a run's rows: filters, order, search, export.
@NullMarked
package dev.rowan.web.rows;

import org.jspecify.annotations.NullMarked;

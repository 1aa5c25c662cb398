/// The record as plain tables, record by record: runs, rows, calls and costs.
@NullMarked
package dev.rowan.landscape.export;

import org.jspecify.annotations.NullMarked;

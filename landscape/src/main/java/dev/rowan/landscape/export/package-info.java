/// Exports the record as tables: runs, rows, calls and costs.
@NullMarked
package dev.rowan.landscape.export;

import org.jspecify.annotations.NullMarked;

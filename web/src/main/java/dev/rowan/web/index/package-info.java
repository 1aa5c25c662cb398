/// In-memory indexes of the rows of runs, for filters and sorting.
@NullMarked
package dev.rowan.web.index;

import org.jspecify.annotations.NullMarked;

/// The rows of runs as columns of numbers, to find them by any mix of filters.
@NullMarked
package dev.rowan.web.index;

import org.jspecify.annotations.NullMarked;

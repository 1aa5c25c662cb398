/// Reading the record back: runs with their counts, and the life of a row.
@NullMarked
package dev.rowan.landscape.read;

import org.jspecify.annotations.NullMarked;

/// Reads the record: runs with their counts, and the history of rows.
@NullMarked
package dev.rowan.landscape.read;

import org.jspecify.annotations.NullMarked;

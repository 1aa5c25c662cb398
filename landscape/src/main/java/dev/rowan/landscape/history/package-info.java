/// Read models of the landscape: runs, counts, and the history of a row.
@NullMarked
package dev.rowan.landscape.history;

import org.jspecify.annotations.NullMarked;

/// The one writer of a run: entries become events, wait in groups, are chained, inserted and committed.
@NullMarked
package dev.rowan.landscape.write;

import org.jspecify.annotations.NullMarked;

/// `rowan explain`: shows the history of one row.
@NullMarked
package dev.rowan.cli.explain;

import org.jspecify.annotations.NullMarked;

/// `rowan explain`: the life of one row.
@NullMarked
package dev.rowan.cli.explain;

import org.jspecify.annotations.NullMarked;

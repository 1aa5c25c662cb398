/// `rowan rows`: the rows of a run by outcome.
@NullMarked
package dev.rowan.cli.rows;

import org.jspecify.annotations.NullMarked;

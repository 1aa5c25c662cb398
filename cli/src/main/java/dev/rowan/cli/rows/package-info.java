/// `rowan rows`: the rows of a run by how they ended.
@NullMarked
package dev.rowan.cli.rows;

import org.jspecify.annotations.NullMarked;

/// `rowan runs` and `rowan status`: show the runs of a landscape.
@NullMarked
package dev.rowan.cli.history;

import org.jspecify.annotations.NullMarked;

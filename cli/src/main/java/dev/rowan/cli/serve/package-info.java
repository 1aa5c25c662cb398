/// `rowan serve`: the page over a landscape.
@NullMarked
package dev.rowan.cli.serve;

import org.jspecify.annotations.NullMarked;

/// `rowan serve`: the web page of a landscape.
@NullMarked
package dev.rowan.cli.serve;

import org.jspecify.annotations.NullMarked;

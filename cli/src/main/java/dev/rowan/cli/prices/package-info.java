/// The price list on the command line.
@NullMarked
package dev.rowan.cli.prices;

import org.jspecify.annotations.NullMarked;

/// `rowan tune`: orders to a run that works.
@NullMarked
package dev.rowan.cli.tune;

import org.jspecify.annotations.NullMarked;

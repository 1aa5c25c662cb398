/// `rowan estimate --calibrate`: the threshold of a cascade's gate.
@NullMarked
package dev.rowan.cli.calibrate;

import org.jspecify.annotations.NullMarked;

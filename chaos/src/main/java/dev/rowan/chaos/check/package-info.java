/// What must hold of a run, read from the landscape, the sinks and the simulated bill alone.
@NullMarked
package dev.rowan.chaos.check;

import org.jspecify.annotations.NullMarked;

/// Named faults: by probability in the settings, or requested by a header.
@NullMarked
package dev.rowan.simulator.fault;

import org.jspecify.annotations.NullMarked;

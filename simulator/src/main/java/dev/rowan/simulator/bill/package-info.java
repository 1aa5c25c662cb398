/// What came in, what was served and what was billed for it.
@NullMarked
package dev.rowan.simulator.bill;

import org.jspecify.annotations.NullMarked;

/// Journal, statistics and bill.
@NullMarked
package dev.rowan.simulator.bill;

import org.jspecify.annotations.NullMarked;

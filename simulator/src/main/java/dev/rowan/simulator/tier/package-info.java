/// Service tiers: slower and cheaper, or faster and more expensive.
@NullMarked
package dev.rowan.simulator.tier;

import org.jspecify.annotations.NullMarked;

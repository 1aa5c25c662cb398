/// Service tiers: slower and cheaper, or faster and dearer.
@NullMarked
package dev.rowan.simulator.tier;

import org.jspecify.annotations.NullMarked;

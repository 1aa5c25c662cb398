/// Azure AI Content Safety: verdicts by simple rules, and every way in which a reply can be damaged.
@NullMarked
package dev.rowan.simulator.safety;

import org.jspecify.annotations.NullMarked;

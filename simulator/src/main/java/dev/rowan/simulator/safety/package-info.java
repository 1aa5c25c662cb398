/// Azure AI Content Safety: verdicts by simple rules, and all kinds of damaged replies.
@NullMarked
package dev.rowan.simulator.safety;

import org.jspecify.annotations.NullMarked;

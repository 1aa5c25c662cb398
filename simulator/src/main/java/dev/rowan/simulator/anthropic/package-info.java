/// Anthropic's messages, in both API versions.
@NullMarked
package dev.rowan.simulator.anthropic;

import org.jspecify.annotations.NullMarked;

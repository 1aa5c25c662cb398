/// OpenRouter's chat completions.
@NullMarked
package dev.rowan.simulator.openrouter;

import org.jspecify.annotations.NullMarked;

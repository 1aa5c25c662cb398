/// OpenRouter's chat completions.
@NullMarked
package dev.rowan.providers.openrouter;

import org.jspecify.annotations.NullMarked;

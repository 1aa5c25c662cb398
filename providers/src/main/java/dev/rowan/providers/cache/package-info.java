/// Decides which prompts are written to a provider's prompt cache.
@NullMarked
package dev.rowan.providers.cache;

import org.jspecify.annotations.NullMarked;

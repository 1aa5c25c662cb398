/// Chat completions of OpenRouter.
@NullMarked
package dev.rowan.providers.openrouter;

import org.jspecify.annotations.NullMarked;

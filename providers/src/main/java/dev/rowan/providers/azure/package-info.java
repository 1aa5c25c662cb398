/// Azure OpenAI chat completions and batches.
@NullMarked
package dev.rowan.providers.azure;

import org.jspecify.annotations.NullMarked;

/// OpenAI's chat completions, responses and batches, and compatible servers.
@NullMarked
package dev.rowan.providers.openai;

import org.jspecify.annotations.NullMarked;

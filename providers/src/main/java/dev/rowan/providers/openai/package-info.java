/// Chat completions and responses of OpenAI and of the servers that speak like it.
@NullMarked
package dev.rowan.providers.openai;

import org.jspecify.annotations.NullMarked;

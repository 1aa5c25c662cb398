/// Chat completions of Azure OpenAI.
@NullMarked
package dev.rowan.providers.azure;

import org.jspecify.annotations.NullMarked;

/// The transforms `llm`, `azure_llm` and `openrouter_llm`.
@NullMarked
package dev.rowan.providers.llm;

import org.jspecify.annotations.NullMarked;

/// The transforms `llm`, `azure_llm` and `openrouter_llm`: a row's questions to a model, and the answers as its
/// fields.
@NullMarked
package dev.rowan.providers.llm;

import org.jspecify.annotations.NullMarked;

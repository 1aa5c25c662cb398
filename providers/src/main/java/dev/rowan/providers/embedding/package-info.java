/// Embeddings: texts as vectors.
@NullMarked
package dev.rowan.providers.embedding;

import org.jspecify.annotations.NullMarked;

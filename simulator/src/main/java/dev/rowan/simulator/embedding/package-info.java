/// Embeddings: vectors that follow from the text.
@NullMarked
package dev.rowan.simulator.embedding;

import org.jspecify.annotations.NullMarked;

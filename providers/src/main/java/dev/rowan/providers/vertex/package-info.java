/// Gemini and Claude on Vertex AI.
@NullMarked
package dev.rowan.providers.vertex;

import org.jspecify.annotations.NullMarked;

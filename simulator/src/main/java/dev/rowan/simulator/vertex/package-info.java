/// Gemini and Claude on Google's Vertex AI.
@NullMarked
package dev.rowan.simulator.vertex;

import org.jspecify.annotations.NullMarked;

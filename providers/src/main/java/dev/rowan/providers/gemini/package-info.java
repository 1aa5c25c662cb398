/// Content generation of the Gemini Developer API, in real time and in batches.
@NullMarked
package dev.rowan.providers.gemini;

import org.jspecify.annotations.NullMarked;

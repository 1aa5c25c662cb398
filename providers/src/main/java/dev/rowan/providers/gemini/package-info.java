/// The Gemini Developer API, in realtime and in batches.
@NullMarked
package dev.rowan.providers.gemini;

import org.jspecify.annotations.NullMarked;

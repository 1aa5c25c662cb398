/// Content generation of the Gemini Developer API.
@NullMarked
package dev.rowan.providers.gemini;

import org.jspecify.annotations.NullMarked;

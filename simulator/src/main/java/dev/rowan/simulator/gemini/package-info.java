/// The Gemini Developer API's generateContent.
@NullMarked
package dev.rowan.simulator.gemini;

import org.jspecify.annotations.NullMarked;

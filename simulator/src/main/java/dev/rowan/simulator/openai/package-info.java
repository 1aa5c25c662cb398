/// OpenAI's chat completions and responses.
@NullMarked
package dev.rowan.simulator.openai;

import org.jspecify.annotations.NullMarked;

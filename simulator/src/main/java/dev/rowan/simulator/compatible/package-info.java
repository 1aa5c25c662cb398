/// Chat completions, files and batches of OpenAI-compatible services.
@NullMarked
package dev.rowan.simulator.compatible;

import org.jspecify.annotations.NullMarked;

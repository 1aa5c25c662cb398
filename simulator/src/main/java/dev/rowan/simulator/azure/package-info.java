/// Azure OpenAI: the v1 paths and the older ones by deployment and api-version.
@NullMarked
package dev.rowan.simulator.azure;

import org.jspecify.annotations.NullMarked;

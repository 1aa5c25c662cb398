/// Prompt caches as providers keep and bill them.
@NullMarked
package dev.rowan.simulator.cache;

import org.jspecify.annotations.NullMarked;

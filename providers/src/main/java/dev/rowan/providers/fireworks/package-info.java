/// Batch inference of Fireworks.
@NullMarked
package dev.rowan.providers.fireworks;

import org.jspecify.annotations.NullMarked;

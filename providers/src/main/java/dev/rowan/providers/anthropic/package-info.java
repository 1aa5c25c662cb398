/// Anthropic's Messages and Message Batches APIs, in both versions.
@NullMarked
package dev.rowan.providers.anthropic;

import org.jspecify.annotations.NullMarked;

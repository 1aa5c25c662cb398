/// Messages and message batches of Anthropic, in both versions of its interface.
@NullMarked
package dev.rowan.providers.anthropic;

import org.jspecify.annotations.NullMarked;

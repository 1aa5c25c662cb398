/// A question to a model and its answer, the same for every provider.
@NullMarked
package dev.rowan.providers.chat;

import org.jspecify.annotations.NullMarked;

/// Chat requests and replies, the same for every provider.
@NullMarked
package dev.rowan.providers.chat;

import org.jspecify.annotations.NullMarked;

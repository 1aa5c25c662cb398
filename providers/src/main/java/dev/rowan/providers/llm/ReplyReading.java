package dev.rowan.providers.llm;

import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatReply;
import org.jspecify.annotations.Nullable;

/// Decodes the replies of one call and caches the last, which is needed for the receipt and for the row. Used by
/// one thread at a time.
final class ReplyReading {
    private final ChatCodec codec;
    private @Nullable Last last;

    private record Last(WireReply.Complete reply, ChatReply read) {}

    ReplyReading(ChatCodec codec) {
        this.codec = codec;
    }

    ChatReply of(WireReply.Complete reply) {
        Last known = last;
        if (known == null || !known.reply().equals(reply)) {
            known = new Last(reply, codec.reply(reply));
            last = known;
        }
        return known.read();
    }
}

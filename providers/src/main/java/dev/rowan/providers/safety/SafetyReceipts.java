package dev.rowan.providers.safety;

import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.service.Receipts;
import java.util.Optional;

/// Receipts of a safety service with a fixed price per request.
record SafetyReceipts(SafetyCheck<?> check, Usd price) implements ReplyReader {

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        Optional<String> id = Receipts.requestId(reply.headers());
        return switch (check.reply(reply)) {
            case SafetyReply.Verdict<?> _ -> Receipt.answered(Usage.unknown(), Optional.of(price), id);
            case SafetyReply.Malformed<?> _ -> Receipt.unreadable(Usage.unknown(), Optional.of(price), id);
            case SafetyReply.Rejected<?>(var rejection) -> Receipts.of(rejection, reply.headers());
        };
    }

    /// Every readable verdict, clean or not.
    @Override
    public boolean isUsable(WireReply.Complete reply) {
        return check.reply(reply) instanceof SafetyReply.Verdict<?>;
    }
}

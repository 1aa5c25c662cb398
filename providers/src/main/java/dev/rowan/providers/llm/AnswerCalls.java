package dev.rowan.providers.llm;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.providers.chat.ChatReply;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// The calls of one answer, including schema retries: the last model, and the total usage and cost. A figure that
/// is unknown for one of them is unknown in total.
record AnswerCalls(Optional<String> model, Optional<String> finish, Usage usage, Optional<Usd> cost) {

    /// `earlier` plus the call with `result`; empty if that has no answer.
    static Optional<AnswerCalls> of(@Nullable AnswerCalls earlier, CallResult result, ReplyReading reading) {
        if (!(result instanceof CallResult.Answered(var reply, var receipt, var _))
                || !(reading.of(reply) instanceof ChatReply.Answered(var _, var details))) {
            return Optional.empty();
        }
        var last = new AnswerCalls(details.model(), details.finish(), receipt.usage(), receipt.cost());
        return Optional.of(earlier == null ? last : earlier.then(last));
    }

    private AnswerCalls then(AnswerCalls next) {
        Usage a = usage;
        Usage b = next.usage;
        var sum = new Usage(
                both(a.input(), b.input(), Long::sum),
                both(a.cachedInput(), b.cachedInput(), Long::sum),
                both(a.writes(), b.writes(), CacheWrites::plus),
                both(a.output(), b.output(), Long::sum),
                both(a.reasoning(), b.reasoning(), Long::sum),
                Optional.empty());
        return new AnswerCalls(next.model, next.finish, sum, both(cost, next.cost, Usd::plus));
    }

    private static <T> Optional<T> both(Optional<T> a, Optional<T> b, BinaryOperator<T> sum) {
        return a.flatMap(left -> b.map(right -> sum.apply(left, right)));
    }
}

package dev.rowan.providers.embedding;

import dev.rowan.api.call.Usage;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A decoded reply.
public sealed interface EmbeddingReply {

    /// The numbers as the provider wrote them.
    record Vector(List<BigDecimal> values, Details details) implements EmbeddingReply {
        public Vector {
            values = List.copyOf(values);
        }
    }

    /// The reply is not in a documented form.
    record Malformed(String why, Details details) implements EmbeddingReply {}

    /// The provider rejected the request.
    record Rejected(Rejection rejection) implements EmbeddingReply {}

    /// Metadata of a reply: the model, the provider's request id, and the usage, whose output is 0.
    record Details(Optional<String> model, Optional<String> requestId, Usage usage) {}

    /// The vector in `values`, a list of numbers.
    static EmbeddingReply of(JsonTree values, Details details) {
        List<JsonTree> items = values.items();
        if (items.isEmpty()) {
            return new Malformed("it has no list of numbers", details);
        }
        var numbers = new ArrayList<BigDecimal>(items.size());
        for (JsonTree item : items) {
            Optional<BigDecimal> number = item.number();
            if (number.isEmpty()) {
                return new Malformed("item " + numbers.size() + " of the vector is not a number", details);
            }
            numbers.add(number.get());
        }
        return new Vector(numbers, details);
    }

    /// The usage of a request with `input` tokens; unknown if that is.
    static Usage usage(Optional<Long> input) {
        return new Usage(
                input, Optional.empty(), Optional.empty(), input.map(_ -> 0L), Optional.empty(), Optional.empty());
    }
}

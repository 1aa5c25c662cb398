package dev.rowan.web.control;

import dev.rowan.landscape.record.Order;
import dev.rowan.web.http.Refused;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An order as a form or a program asks for it: `order`, and for some `node` and `value`.
final class OrderWords {
    private final Map<String, @Nullable Object> fields;

    OrderWords(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    Order order() {
        try {
            Order order = Order.of(filled());
            OptionalLong number = number(order);
            if (number.isPresent() && number.getAsLong() < 1) {
                throw new Refused(400, "'value' must be at least 1, got " + number.getAsLong());
            }
            return order;
        } catch (IllegalArgumentException wrong) {
            throw new Refused(400, String.valueOf(wrong.getMessage()));
        }
    }

    /// Without what a form left empty.
    private Map<String, @Nullable Object> filled() {
        var filled = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((name, value) -> {
            if (value != null && !String.valueOf(value).isBlank()) {
                filled.put(name, String.valueOf(value).strip());
            }
        });
        return filled;
    }

    /// How many are asked for, where it is a number of something.
    private static OptionalLong number(Order order) {
        return switch (order) {
            case Order.PoolSize(var _, int size) -> OptionalLong.of(size);
            case Order.RequestsPerMinute(var _, var limit) -> limit;
            case Order.TokensPerMinute(var _, var limit) -> limit;
            case Order.CancelJobs(var job) -> job;
            case Order.MaxCost _, Order.Pause _, Order.GoOn _, Order.Drain _, Order.Cancel _ -> OptionalLong.empty();
        };
    }
}

package dev.rowan.web.control;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.Order;
import dev.rowan.web.http.Refused;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An order as it is asked for: `order`, and for some `node` and `value`.
final class OrderWords {
    private static final String KNOWN =
            "pool_size, requests_per_minute, tokens_per_minute, max_cost_usd, pause, go_on, drain or cancel";

    private final Map<String, @Nullable Object> fields;

    OrderWords(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    Order order() {
        String order = text("order").orElseThrow(() -> new Refused(400, "'order' must be given: " + KNOWN));
        return switch (order) {
            case "pool_size" -> new Order.PoolSize(node(), size());
            case "requests_per_minute" -> new Order.RequestsPerMinute(node(), limit());
            case "tokens_per_minute" -> new Order.TokensPerMinute(node(), limit());
            case "max_cost_usd" -> new Order.MaxCost(money());
            case "pause" -> new Order.Pause();
            case "go_on" -> new Order.GoOn();
            case "drain" -> new Order.Drain();
            case "cancel" -> new Order.Cancel();
            default -> throw new Refused(400, "'order' must be " + KNOWN + ", got '" + order + "'");
        };
    }

    private String node() {
        return text("node").orElseThrow(() -> new Refused(400, "'node' must name the transform that is meant"));
    }

    private int size() {
        long size = whole(text("value").orElseThrow(() -> new Refused(400, "'value' must be given: a number from 1")));
        if (size < 1 || size > Integer.MAX_VALUE) {
            throw new Refused(400, "'value' must be at least 1, got " + size);
        }
        return (int) size;
    }

    private OptionalLong limit() {
        Optional<String> value = text("value").filter(word -> !word.equals("none"));
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        long limit = whole(value.get());
        if (limit < 1) {
            throw new Refused(400, "'value' must be at least 1, or be left out to have no limit, got " + limit);
        }
        return OptionalLong.of(limit);
    }

    private Usd money() {
        String value = text("value").orElseThrow(() -> new Refused(400, "'value' must be given: an amount in dollars"));
        try {
            return Usd.of(new BigDecimal(value));
        } catch (NumberFormatException _) {
            throw new Refused(400, "'value' must be an amount in dollars such as 2.50, got '" + value + "'");
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            throw new Refused(400, "'value': " + wrong.getMessage());
        }
    }

    private static long whole(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException _) {
            throw new Refused(400, "'value' must be a whole number, got '" + value + "'");
        }
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(fields.get(name))
                .map(String::valueOf)
                .map(String::strip)
                .filter(word -> !word.isEmpty());
    }
}

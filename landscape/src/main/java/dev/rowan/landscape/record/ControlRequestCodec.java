package dev.rowan.landscape.record;

import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A control request as values: `order`, its name; `node` and `value` where it has them.
final class ControlRequestCodec {
    private static final String ORDER = "order";
    private static final String NODE = "node";
    private static final String VALUE = "value";
    private static final String ALL = "all";

    private ControlRequestCodec() {}

    static Map<String, @Nullable Object> write(ControlRequest order) {
        Row word = Row.of(ORDER, order.word());
        return (switch (order) {
                    case ControlRequest.PoolSize(var node, int size) ->
                        word.with(NODE, node).with(VALUE, (long) size);
                    case ControlRequest.RequestsPerMinute(var node, var limit) ->
                        word.with(NODE, node).with(VALUE, orNull(limit));
                    case ControlRequest.TokensPerMinute(var node, var limit) ->
                        word.with(NODE, node).with(VALUE, orNull(limit));
                    case ControlRequest.MaxCost(var cap) -> word.with(VALUE, cap.toString());
                    case ControlRequest.CancelJobs(var job) ->
                        word.with(VALUE, job.isPresent() ? job.getAsLong() : ALL);
                    case ControlRequest.Pause _,
                            ControlRequest.Resume _,
                            ControlRequest.Drain _,
                            ControlRequest.Cancel _ -> word;
                })
                .asMap();
    }

    static ControlRequest read(Map<String, @Nullable Object> facts) {
        String word = String.valueOf(facts.get(ORDER));
        return switch (word) {
            case "pool_size" -> new ControlRequest.PoolSize(node(facts), size(facts));
            case "requests_per_minute" -> new ControlRequest.RequestsPerMinute(node(facts), limit(facts));
            case "tokens_per_minute" -> new ControlRequest.TokensPerMinute(node(facts), limit(facts));
            case "max_cost_usd" -> new ControlRequest.MaxCost(dollars(facts.get(VALUE)));
            case "pause" -> new ControlRequest.Pause();
            case "go_on" -> new ControlRequest.Resume();
            case "drain" -> new ControlRequest.Drain();
            case "cancel" -> new ControlRequest.Cancel();
            case "cancel_jobs" -> new ControlRequest.CancelJobs(job(facts));
            default ->
                throw new IllegalArgumentException("an order must be pool_size, requests_per_minute, tokens_per_minute,"
                        + " max_cost_usd, pause, go_on, drain, cancel or cancel_jobs, got '" + word + "'");
        };
    }

    private static String node(Map<String, @Nullable Object> facts) {
        if (facts.get(NODE) instanceof String name && !name.isEmpty()) {
            return name;
        }
        throw new IllegalArgumentException(
                "the order " + facts.get(ORDER) + " must name a transform as 'node', got " + facts.get(NODE));
    }

    private static int size(Map<String, @Nullable Object> facts) {
        long size = number(facts);
        if (size != (int) size) {
            throw wrong(facts, "a number of requests");
        }
        return (int) size;
    }

    private static OptionalLong limit(Map<String, @Nullable Object> facts) {
        Object value = facts.get(VALUE);
        return value == null || value.equals("none") ? OptionalLong.empty() : OptionalLong.of(number(facts));
    }

    private static OptionalLong job(Map<String, @Nullable Object> facts) {
        Object value = facts.get(VALUE);
        if (value == null) {
            throw wrong(facts, "the number of a job, or 'all',");
        }
        return value.equals(ALL) ? OptionalLong.empty() : OptionalLong.of(number(facts));
    }

    private static long number(Map<String, @Nullable Object> facts) {
        try {
            return new BigDecimal(String.valueOf(facts.get(VALUE)).strip()).longValueExact();
        } catch (ArithmeticException | NumberFormatException _) {
            throw wrong(facts, "a whole number");
        }
    }

    private static Usd dollars(@Nullable Object value) {
        try {
            return Usd.of(new BigDecimal(String.valueOf(value).strip()));
        } catch (ArithmeticException | IllegalArgumentException _) {
            throw new IllegalArgumentException(
                    "the order max_cost_usd needs an amount of dollars as 'value', such as 12.50, got " + value);
        }
    }

    private static IllegalArgumentException wrong(Map<String, @Nullable Object> facts, String expected) {
        return new IllegalArgumentException(
                "the order " + facts.get(ORDER) + " needs " + expected + " as 'value', got " + facts.get(VALUE));
    }

    private static @Nullable Long orNull(OptionalLong limit) {
        return limit.isPresent() ? limit.getAsLong() : null;
    }
}

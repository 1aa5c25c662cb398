package dev.rowan.simulator.bill;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.price.Money;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What all served requests cost, by endpoint, model and batch. Each is billed once, when its answer is ready to
/// leave.
///
/// Shared state, guarded by `lock`: the lines.
public final class Bill {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Item, Line> lines = new TreeMap<>();

    /// The key of a line.
    private record Item(String endpoint, String model, SimulatedTier tier, Optional<String> batch)
            implements Comparable<Item> {
        private static final Comparator<Item> ORDER = Comparator.comparing(Item::endpoint)
                .thenComparing(Item::model)
                .thenComparing(Item::tier)
                .thenComparing(item -> item.batch().orElse(""));

        @Override
        public int compareTo(Item other) {
            return ORDER.compare(this, other);
        }

        Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> json = JsonObjects.object("endpoint", endpoint, "model", model);
            if (tier == SimulatedTier.FLEX || tier == SimulatedTier.PRIORITY) {
                json.put("tier", tier.word());
            }
            batch.ifPresent(id -> json.put("batch", id));
            return json;
        }
    }

    /// The number of calls, their usage and cost.
    private record Line(long calls, TokenUsage usage, Money cost) {
        private static final Line EMPTY = new Line(0, TokenUsage.NONE, Money.ZERO);

        Line plus(Line other) {
            return new Line(calls + other.calls, usage.plus(other.usage), cost.plus(other.cost));
        }

        Map<String, @Nullable Object> into(Map<String, @Nullable Object> json) {
            json.put("calls", calls);
            json.put("input_tokens", usage.input());
            if (usage.cache().total() > 0) {
                json.put("cached_tokens", usage.cache().read());
                json.put("write_5m_tokens", usage.cache().fiveMinutes());
                json.put("write_30m_tokens", usage.cache().halfHour());
                json.put("write_1h_tokens", usage.cache().hour());
            }
            json.put("output_tokens", usage.output());
            json.put("usd", cost.usd());
            return json;
        }
    }

    /// Adds what is billed at `endpoint`, for a batch or for a single request.
    public void add(String endpoint, Charge charge, Optional<String> batch) {
        lock.lock();
        try {
            lines.merge(
                    new Item(endpoint, charge.model(), charge.tier(), batch),
                    new Line(charge.calls(), charge.usage(), charge.cost()),
                    Line::plus);
        } finally {
            lock.unlock();
        }
    }

    /// The sum and the lines.
    public Map<String, @Nullable Object> json() {
        lock.lock();
        try {
            Line sum = lines.values().stream().reduce(Line.EMPTY, Line::plus);
            List<Map<String, @Nullable Object>> each = lines.entrySet().stream()
                    .map(entry -> entry.getValue().into(entry.getKey().json()))
                    .toList();
            Map<String, @Nullable Object> json = sum.into(JsonObjects.object());
            json.put("lines", each);
            return json;
        } finally {
            lock.unlock();
        }
    }

    public void reset() {
        lock.lock();
        try {
            lines.clear();
        } finally {
            lock.unlock();
        }
    }
}

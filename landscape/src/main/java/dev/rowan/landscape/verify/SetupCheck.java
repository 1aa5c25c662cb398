package dev.rowan.landscape.verify;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.RecordedJson;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// I14: nodes and sinks stay as declared unless a change is recorded. Also holds the settings that other rules
/// need. Owned by one thread.
final class SetupCheck {
    /// Plugins that need a verdict for every row they pass, and whose calls are free to repeat.
    private static final Set<String> SAFETY =
            Set.of("azure_content_safety", "azure_prompt_shield", "openai_moderation");

    private static final List<String> FIXED = List.of("plugin", "plugin_version", "options_sha256", "edges", "target");

    private final Findings findings;
    private final Map<Long, Map<String, @Nullable Object>> nodes = new HashMap<>();
    private final Map<String, Map<String, @Nullable Object>> sinks = new HashMap<>();
    private boolean changed;
    private boolean inOrder = true;
    private final Map<String, Long> tunedPools = new HashMap<>();
    private Optional<Usd> fileCap = Optional.empty();
    private Optional<Usd> cap = Optional.empty();
    private boolean poolsUnknown;

    SetupCheck(Findings findings) {
        this.findings = findings;
    }

    /// The settings are values and may be deleted; then the cap is unknown.
    void started(Optional<byte[]> values) {
        fileCap = Optional.empty();
        cap = Optional.empty();
        values.map(RecordedJson::object)
                .filter(started -> started.get("settings") instanceof Map<?, ?>)
                .ifPresent(started -> settings(RecordedJson.map(started.get("settings"))));
    }

    private void settings(Map<String, @Nullable Object> settings) {
        inOrder = !"none".equals(settings.get("order"));
        fileCap = Optional.ofNullable(settings.get("max_cost_usd")).flatMap(SetupCheck::dollars);
        cap = fileCap;
    }

    private static Optional<Usd> dollars(Object value) {
        try {
            return Optional.of(Usd.of(new BigDecimal(value.toString())));
        } catch (ArithmeticException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Control requests applied to the previous process only; the settings are in force again.
    void resumed() {
        changed = false;
        cap = fileCap;
        tunedPools.clear();
        poolsUnknown = false;
    }

    /// A control request took effect. What was spent or reserved when a cap was set may exceed it, and may still be
    /// spent. A request whose values are deleted may have been any.
    void tuned(Optional<byte[]> values) {
        Optional<Map<String, @Nullable Object>> order = values.map(RecordedJson::object);
        if (order.isEmpty()) {
            cap = Optional.empty();
            poolsUnknown = true;
            return;
        }
        Map<String, @Nullable Object> facts = order.get();
        if ("max_cost_usd".equals(facts.get("order"))) {
            Optional<Usd> taken = Optional.ofNullable(facts.get("set_aside")).flatMap(SetupCheck::dollars);
            cap = Optional.ofNullable(facts.get("to"))
                    .flatMap(SetupCheck::dollars)
                    .map(now -> taken.filter(more -> more.compareTo(now) > 0).orElse(now));
        } else if ("pool_size".equals(facts.get("order")) && facts.get("most_open") instanceof Long open) {
            tunedPools.merge(String.valueOf(facts.get("node")), open, Math::max);
        }
    }

    /// A change is recorded with the new settings, or by what differs.
    void changed(Map<String, @Nullable Object> facts, Optional<byte[]> values) {
        changed = true;
        Optional<Map<String, @Nullable Object>> told = values.map(RecordedJson::object);
        if (told.map(all -> all.get("settings")).orElse(null) instanceof Map<?, ?> settings) {
            settings(RecordedJson.map(settings));
        }
        changes(facts.get("changes"));
        told.ifPresent(all -> changes(all.get("changes")));
    }

    private void changes(@Nullable Object list) {
        if (list instanceof List<?> changes) {
            for (Object change : changes) {
                if (change instanceof Map<?, ?> one && "run.max_cost_usd".equals(one.get("what"))) {
                    fileCap = Optional.ofNullable(one.get("after")).flatMap(SetupCheck::dollars);
                    cap = fileCap;
                }
            }
        }
    }

    void node(Map<String, @Nullable Object> facts) {
        declared(nodes, RecordedJson.number(facts.get("index")), "node", facts);
    }

    void sink(Map<String, @Nullable Object> facts) {
        declared(sinks, String.valueOf(facts.get("name")), "sink", facts);
    }

    private <K> void declared(
            Map<K, Map<String, @Nullable Object>> known, K key, String what, Map<String, @Nullable Object> facts) {
        Map<String, @Nullable Object> before = known.put(key, facts);
        if (before == null || changed) {
            return;
        }
        FIXED.stream()
                .filter(fact -> !Objects.equals(before.get(fact), facts.get(fact)))
                .findFirst()
                .ifPresent(fact -> findings.add(
                        "I14",
                        what + " " + key + " had " + fact + " " + before.get(fact) + " and now has " + facts.get(fact)
                                + ", but no change is on record"));
    }

    /// Checks that a node in use was declared.
    void used(long node) {
        if (!nodes.containsKey(node)) {
            findings.add("I14", "node " + node + " was never declared");
        }
    }

    boolean inOrder() {
        return inOrder;
    }

    Optional<Usd> cap() {
        return cap;
    }

    boolean isSafety(long node) {
        return SAFETY.contains(String.valueOf(fact(node, "plugin").orElse("")));
    }

    boolean atMostOnce(long node) {
        return fact(node, "delivery").filter("at_most_once"::equals).isPresent();
    }

    /// How often a call of the node may be resent after a lost reply, if recorded.
    OptionalLong unknownResends(long node) {
        return fact(node, "max_unknown_resends").orElse(null) instanceof Long limit
                ? OptionalLong.of(limit)
                : OptionalLong.empty();
    }

    /// How many calls may be open at once, if recorded for every node that makes calls. Calls that were open when a
    /// pool shrank may stay open.
    OptionalLong maxInFlight() {
        if (poolsUnknown) {
            return OptionalLong.empty();
        }
        long sum = 0;
        boolean any = false;
        for (Map<String, @Nullable Object> node : nodes.values()) {
            if (node.get("most_open") instanceof Long open) {
                sum += Math.max(open, tunedPools.getOrDefault(String.valueOf(node.get("name")), 0L));
                any = true;
            } else if (node.get("capabilities") instanceof List<?> can && can.contains("CALLS_OUT")) {
                return OptionalLong.empty();
            }
        }
        return any ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    private Optional<Object> fact(long node, String name) {
        return Optional.ofNullable(nodes.get(node)).map(facts -> facts.get(name));
    }
}

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

/// I14: nodes and sinks stay what they were declared as, unless a change is on record. Also knows the settings that
/// other rules go by. Owned by one thread.
final class SetupCheck {
    /// Plugins whose every pass needs a verdict, and whose calls may be repeated freely.
    private static final Set<String> SAFETY = Set.of("azure_content_safety", "azure_prompt_shield");

    private static final List<String> FIXED = List.of("plugin", "plugin_version", "options_sha256", "target");

    private final Findings findings;
    private final Map<Long, Map<String, @Nullable Object>> nodes = new HashMap<>();
    private final Map<String, Map<String, @Nullable Object>> sinks = new HashMap<>();
    private boolean changed;
    private boolean inOrder = true;
    private Optional<Usd> cap = Optional.empty();

    SetupCheck(Findings findings) {
        this.findings = findings;
    }

    /// The settings are values: they may be gone, and then nothing is known of a cap.
    void started(Optional<byte[]> values) {
        cap = Optional.empty();
        values.map(RecordedJson::object)
                .filter(started -> started.get("settings") instanceof Map<?, ?>)
                .ifPresent(started -> settings(RecordedJson.map(started.get("settings"))));
    }

    private void settings(Map<String, @Nullable Object> settings) {
        inOrder = !"none".equals(settings.get("order"));
        cap = Optional.ofNullable(settings.get("max_cost_usd")).flatMap(SetupCheck::dollars);
    }

    private static Optional<Usd> dollars(Object value) {
        try {
            return Optional.of(Usd.of(new BigDecimal(value.toString())));
        } catch (ArithmeticException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    void resumed() {
        changed = false;
    }

    /// A change is told with the settings from then on, or by what is not as it was.
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
                    cap = Optional.ofNullable(one.get("after")).flatMap(SetupCheck::dollars);
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

    /// Something happened at a node: it must have been declared.
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

    /// How often a call of the node may be sent again after a lost reply, where the record says it.
    OptionalLong unknownResends(long node) {
        return fact(node, "max_unknown_resends").orElse(null) instanceof Long limit
                ? OptionalLong.of(limit)
                : OptionalLong.empty();
    }

    /// How many calls may be open at once, where the record says it of every node that calls out.
    OptionalLong mostOpen() {
        long sum = 0;
        boolean any = false;
        for (Map<String, @Nullable Object> node : nodes.values()) {
            if (node.get("most_open") instanceof Long open) {
                sum += open;
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

package dev.rowan.testkit.graph;

import dev.rowan.testkit.graph.ReferenceNode.Plugin;
import dev.rowan.testkit.graph.ReferenceNode.Policy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a [ReferenceModel] from the settings of a pipeline file: maps, lists and scalars. What is not valid
/// throws an `IllegalArgumentException` with the code of the problem. Owned by one thread, used once.
final class ReferenceParser {
    private final ReferenceScript script;
    private final Map<String, Object> settings;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private ReferenceParser(Map<String, Object> settings, ReferenceScript script) {
        this.settings = settings;
        this.script = script;
    }

    /// An entry with its name; its inline lists by label.
    private record Entry(int index, String name, Map<String, Object> keys, Map<String, List<Entry>> inline) {}

    static ReferenceModel parse(Map<String, Object> settings, ReferenceScript script) {
        return new ReferenceParser(settings, script).parse();
    }

    private ReferenceModel parse() {
        Map<String, Object> sinks = map(settings.get("sinks"));
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException("config.sinks: there is no sink");
        }
        names.addAll(sinks.keySet());
        List<Entry> top = entries(list(settings.get("transforms")));
        String output = sinks.size() == 1 ? sinks.keySet().iterator().next() : "output";
        var nodes = new ArrayList<ReferenceNode>();
        resolve(top, output, nodes);
        var keep = new LinkedHashSet<String>();
        sinks.forEach((name, sink) -> {
            if (Boolean.TRUE.equals(map(sink).get("keep_error"))) {
                keep.add(name);
            }
        });
        boolean ordered = !"none".equals(map(settings.get("run")).get("order"));
        checkFallthrough(top);
        entries.forEach(entry -> entry.inline().values().forEach(this::checkFallthrough));
        nodes.sort((one, other) -> Integer.compare(one.index(), other.index()));
        Map<String, String> starts =
                starts(top.isEmpty() ? output : top.getFirst().name());
        Map<String, Object> known = new LinkedHashMap<>(sinks);
        nodes.forEach(node -> known.put(node.name(), node));
        checkTargets(nodes, starts, known.keySet());
        return new ReferenceChecks(nodes, starts, sinks.keySet(), keep, ordered).model();
    }

    private Map<String, String> starts(String first) {
        var starts = new LinkedHashMap<String, String>();
        if (settings.containsKey("sources")) {
            map(settings.get("sources"))
                    .forEach((name, source) ->
                            starts.put(name, text(map(source), "to").orElse(first)));
        } else {
            starts.put("source", text(map(settings.get("source")), "to").orElse(first));
        }
        return starts;
    }

    private static void checkTargets(List<ReferenceNode> nodes, Map<String, String> starts, Set<String> known) {
        var targets = new ArrayList<>(starts.values());
        nodes.forEach(node -> targets.addAll(node.next()));
        nodes.forEach(node -> {
            if (node instanceof ReferenceNode.Aggregate aggregate) {
                targets.add(aggregate.to());
            }
        });
        for (String target : targets) {
            if (!target.equals(ReferenceModel.DISCARD) && !known.contains(target)) {
                throw new IllegalArgumentException("config.unknown_target: '" + target + "'");
            }
        }
    }

    /// No entry flows by default into one that a route or branch names.
    private void checkFallthrough(List<Entry> list) {
        var named = new HashSet<Object>();
        for (Entry entry : entries) {
            Map<String, Object> gate = map(entry.keys().get("gate"));
            named.addAll(map(gate.get("routes")).values());
            named.addAll(map(entry.keys().get("fork")).values());
            text(gate, "else").ifPresent(named::add);
        }
        for (int i = 1; i < list.size(); i++) {
            Map<String, Object> before = list.get(i - 1).keys();
            boolean flows = !before.containsKey("gate") && !before.containsKey("fork") && !before.containsKey("to");
            if (flows && named.contains(list.get(i).name())) {
                throw new IllegalArgumentException(
                        "config.fallthrough: '" + list.get(i).name() + "'");
            }
        }
    }

    /// Names and numbers, depth first.
    private List<Entry> entries(List<Object> items) {
        var found = new ArrayList<Entry>();
        for (Object item : items) {
            Map<String, Object> keys = map(item);
            var inline = new LinkedHashMap<String, List<Entry>>();
            var entry = new Entry(entries.size(), name(keys), keys, inline);
            entries.add(entry);
            found.add(entry);
            if (keys.containsKey("gate")) {
                Map<String, Object> gate = map(keys.get("gate"));
                inline(map(gate.get("routes")), inline);
                if (gate.get("else") instanceof List<?>) {
                    inline.put("else", entries(list(gate.get("else"))));
                }
            }
            inline(map(keys.get("fork")), inline);
        }
        return found;
    }

    private void inline(Map<String, Object> targets, Map<String, List<Entry>> inline) {
        targets.forEach((label, target) -> {
            if (target instanceof List<?>) {
                inline.put(label, entries(list(target)));
            }
        });
    }

    private String name(Map<String, Object> keys) {
        Optional<String> given = text(keys, "name");
        String wanted = given.orElseGet(() -> text(keys, "plugin")
                .orElse(keys.containsKey("gate") ? "gate" : keys.containsKey("fork") ? "fork" : "join"));
        String name = wanted;
        for (int use = 2; !names.add(name); use++) {
            name = wanted + "_" + use;
        }
        if (given.isPresent() && !name.equals(wanted)) {
            throw new IllegalArgumentException("config.duplicate_name: '" + wanted + "'");
        }
        return name;
    }

    /// Makes nodes of a list whose end flows to `behind`.
    private void resolve(List<Entry> list, String behind, List<ReferenceNode> nodes) {
        for (int i = 0; i < list.size(); i++) {
            Entry entry = list.get(i);
            String next = i + 1 < list.size() ? list.get(i + 1).name() : behind;
            entry.inline().values().forEach(inline -> resolve(inline, next, nodes));
            nodes.add(node(entry, next));
        }
    }

    private ReferenceNode node(Entry entry, String next) {
        Map<String, Object> keys = entry.keys();
        String to = text(keys, "to").orElse(next);
        if (keys.containsKey("gate")) {
            Map<String, Object> gate = map(keys.get("gate"));
            Optional<String> otherwise = gate.containsKey("else")
                    ? Optional.of(target(entry, "else", gate.get("else"), next))
                    : Optional.empty();
            return new ReferenceNode.Gate(
                    entry.index(),
                    entry.name(),
                    text(gate, "by").orElseThrow(),
                    targets(entry, map(gate.get("routes")), next),
                    otherwise,
                    text(gate, "on_error"));
        }
        if (keys.containsKey("fork")) {
            return new ReferenceNode.Fork(entry.index(), entry.name(), targets(entry, map(keys.get("fork")), next));
        }
        return keys.containsKey("join") ? join(entry, map(keys.get("join")), to) : plugin(entry, to);
    }

    private static Map<String, String> targets(Entry entry, Map<String, Object> written, String next) {
        var targets = new LinkedHashMap<String, String>();
        written.forEach((label, target) -> targets.put(label, target(entry, label, target, next)));
        return targets;
    }

    private static String target(Entry entry, String label, @Nullable Object written, String next) {
        if (written instanceof String name) {
            return name;
        }
        List<Entry> inline = entry.inline().getOrDefault(label, List.of());
        return inline.isEmpty() ? next : inline.getFirst().name();
    }

    /// `of` and the merge are completed by [ReferenceChecks], which knows the split.
    private static ReferenceNode join(Entry entry, Map<String, Object> join, String to) {
        var policy = new Policy(
                text(join, "policy").orElse("all"),
                join.get("count") instanceof Number count ? count.intValue() : 0,
                text(join, "timeout").map(ReferenceParser::duration));
        return new ReferenceNode.Join(
                entry.index(),
                entry.name(),
                text(join, "of").orElse(""),
                policy,
                text(join, "merge").orElse(""),
                text(join, "collision").orElse("fail"),
                text(join, "as").orElse("items"),
                to,
                text(join, "on_error"));
    }

    private ReferenceNode plugin(Entry entry, String to) {
        Map<String, Object> keys = entry.keys();
        String name = text(keys, "plugin").orElseThrow();
        Map<String, Object> options = map(keys.get("options"));
        var plugin = new Plugin(name, options, script.traits(name, options));
        Optional<String> onError = text(options, "on_error").or(() -> text(keys, "on_error"));
        if (!keys.containsKey("aggregate")) {
            return new ReferenceNode.Step(entry.index(), entry.name(), plugin, to, onError);
        }
        Map<String, Object> aggregate = map(keys.get("aggregate"));
        var grouping = new ReferenceNode.Grouping(
                text(aggregate, "by"),
                aggregate.get("count") instanceof Number count ? Optional.of(count.longValue()) : Optional.empty(),
                text(aggregate, "timeout").map(ReferenceParser::duration),
                text(aggregate, "when"),
                "members".equals(aggregate.get("emit")));
        return new ReferenceNode.Aggregate(
                entry.index(),
                entry.name(),
                plugin,
                grouping,
                to,
                text(aggregate, "on_error").or(() -> onError));
    }

    /// `10m`, `1ms` and the like.
    private static Duration duration(String written) {
        if (written.endsWith("ms")) {
            return Duration.ofMillis(Long.parseLong(written.substring(0, written.length() - 2)));
        }
        return Duration.parse("PT" + written.toUpperCase(Locale.ROOT));
    }

    private static Optional<String> text(Map<String, Object> map, String key) {
        return map.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Map<String, Object> map(@Nullable Object value) {
        var copy = new LinkedHashMap<String, Object>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> copy.put(String.valueOf(key), each));
        }
        return copy;
    }

    private static List<Object> list(@Nullable Object value) {
        return value instanceof List<?> list ? new ArrayList<>(list) : List.of();
    }
}

package dev.rowan.testkit.graph;

import static dev.rowan.testkit.graph.RandomSettings.map;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Random pipelines that are valid: up to 12 nodes, splits up to 3 deep, gates, merged edges, forks and joins
/// with every policy and merge, expansions, aggregates and failures. Their plugins are [ScriptedPlugins]. The
/// same seed gives the same graph. Owned by one thread.
public final class RandomGraphs {
    private static final int MAX_NODES = 12;
    private static final int MAX_DEPTH = 3;
    private static final List<String> KINDS = List.of("a", "b", "c");

    private final RandomSettings draw;
    private final Set<Feature> features;
    private int nodes;
    private boolean used;

    /// What graphs may have besides transforms, gates and error edges.
    public enum Feature {
        SOURCES,
        SPLITS,
        AGGREGATES,
        /// Joins with a timeout.
        TIMEOUTS,
        /// Joins with `merge: rows`.
        ROW_UNIONS
    }

    public RandomGraphs(RandomGenerator random) {
        this(random, EnumSet.allOf(Feature.class));
    }

    public RandomGraphs(RandomGenerator random, Set<Feature> features) {
        this.draw = new RandomSettings(random);
        this.features = Set.copyOf(features);
    }

    /// Where entries are made: how many splits are open around them, and whether a join closes the innermost.
    private record Place(int depth, boolean joined) {
        Place inner(boolean closed) {
            return new Place(depth + 1, joined || closed);
        }
    }

    /// A random graph and this many rows for it.
    public GraphCase next(int rows) {
        if (used) {
            throw new IllegalStateException("a generator makes one graph; use another seed");
        }
        used = true;
        var settings = new LinkedHashMap<String, Object>();
        settings.put("run", map("order", draw.chance(80) ? "input" : "none"));
        List<Object> transforms = transforms();
        while (nodes > MAX_NODES) {
            transforms = transforms();
        }
        List<String> sources =
                features.contains(Feature.SOURCES) && draw.chance(25) ? List.of("mail", "chat") : List.of("source");
        if (sources.size() == 1) {
            settings.put("source", map("plugin", "rows"));
        } else {
            settings.put("sources", map("mail", map("plugin", "rows"), "chat", map("plugin", "rows")));
        }
        settings.put("transforms", transforms);
        settings.put("sinks", sinks(transforms));
        return new GraphCase(settings, rows(sources, rows));
    }

    /// The sinks that the transforms name, and that of the last one.
    private Map<String, Object> sinks(List<Object> transforms) {
        Map<String, Object> sinks = map("output", map("plugin", "lines"));
        for (String name : List.of("other", "errors")) {
            if (names(transforms, name)) {
                sinks.put(name, map("plugin", "lines"));
            }
        }
        if (sinks.containsKey("other") && draw.chance(30)) {
            sinks.put("other", map("plugin", "lines", "keep_error", true));
        }
        return sinks;
    }

    private static boolean names(Object value, String name) {
        return switch (value) {
            case Map<?, ?> map -> map.values().stream().anyMatch(each -> names(each, name));
            case List<?> list -> list.stream().anyMatch(each -> names(each, name));
            default -> value.equals(name);
        };
    }

    private List<Object> transforms() {
        nodes = 0;
        var transforms = new ArrayList<Object>();
        int wanted = 1 + draw.below(MAX_NODES);
        while (nodes < wanted) {
            transforms.addAll(block(new Place(0, false)));
        }
        return transforms;
    }

    private List<SourceRow> rows(List<String> sources, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(seq -> new SourceRow(
                        seq,
                        sources.get(seq * sources.size() > count ? sources.size() - 1 : 0),
                        Row.of("id", seq).with("kind", KINDS.get(draw.below(KINDS.size())))))
                .toList();
    }

    /// One or several entries; a token that passes them is at the entry behind, with no split more open than
    /// before.
    private List<Object> block(Place place) {
        int left = MAX_NODES - nodes;
        boolean splits = features.contains(Feature.SPLITS) && place.depth() < MAX_DEPTH;
        return switch (draw.below(10)) {
            case 0, 1 -> gate(place);
            case 2, 3, 4 -> splits && left >= 4 ? forkAndJoin(place) : step();
            case 5 -> splits && left >= 3 ? expandAndJoin(place) : step();
            case 6 -> !place.joined() && splits ? List.of(expansion(place)) : step();
            case 7 -> !place.joined() && left >= 2 && splits ? fork(place) : step();
            case 8 -> place.joined() || !features.contains(Feature.AGGREGATES) ? step() : List.of(aggregate());
            default -> step();
        };
    }

    /// A short list of entries, at least one.
    private List<Object> list(Place place, int most) {
        var list = new ArrayList<Object>();
        int count = 1 + draw.below(most);
        while (list.isEmpty() || (list.size() < count && nodes < MAX_NODES)) {
            list.addAll(nodes < MAX_NODES - 2 ? block(place) : step());
        }
        return list;
    }

    private List<Object> step() {
        nodes++;
        int kind = draw.below(10);
        if (kind < 2) {
            var options = draw.options();
            options.put("block", 20);
            if (nodes + 2 <= MAX_NODES && draw.chance(40)) {
                return withAppeal(options);
            }
            draw.onError(options, false);
            return List.of(map("plugin", ScriptedPlugins.GUARD, "options", options));
        }
        var options = draw.options();
        options.put("block", draw.chance(20) ? 15 : 0);
        options.put("set", draw.field());
        if (kind < 4 && nodes + 2 <= MAX_NODES) {
            return withFallback(options);
        }
        draw.onError(options, true);
        return List.of(map("plugin", ScriptedPlugins.STEP, "options", options));
    }

    /// A step whose failures go to another node and merge again behind it.
    private List<Object> withFallback(Map<String, Object> options) {
        nodes += 2;
        String behind = draw.name();
        String fallback = draw.name();
        options.put("on_error", fallback);
        options.put("fail", 40);
        var other = draw.options();
        other.put("set", draw.field());
        return List.of(
                map("plugin", ScriptedPlugins.STEP, "options", options, "to", behind),
                map("plugin", ScriptedPlugins.STEP, "name", fallback, "options", other),
                map("plugin", ScriptedPlugins.STEP, "name", behind, "options", map("tag", behind)));
    }

    /// A safety transform whose blocked rows get a second opinion from another.
    private List<Object> withAppeal(Map<String, Object> options) {
        nodes += 2;
        String behind = draw.name();
        String appeal = draw.name();
        options.put("on_error", appeal);
        options.put("fail", 15);
        var other = draw.options();
        other.put("block", 40);
        return List.of(
                map("plugin", ScriptedPlugins.GUARD, "options", options, "to", behind),
                map("plugin", ScriptedPlugins.GUARD, "name", appeal, "options", other),
                map("plugin", ScriptedPlugins.STEP, "name", behind, "options", map("tag", behind)));
    }

    private List<Object> gate(Place place) {
        nodes++;
        boolean label = draw.chance(60);
        var routes = new LinkedHashMap<String, Object>();
        for (String each : label ? KINDS.subList(0, 1 + draw.below(3)) : List.of("true", "false")) {
            routes.put(each, routes.isEmpty() ? list(place, 1) : target(place));
        }
        String by = draw.chance(8) ? "row.nothing" : label ? "row.kind" : "row.id % 3 == " + draw.below(3);
        var gate = map("by", by, "routes", routes);
        if (draw.chance(70)) {
            gate.put("else", target(place));
        }
        draw.onError(gate, true);
        return List.of(map("name", draw.name(), "gate", gate));
    }

    private Object target(Place place) {
        return switch (draw.below(6)) {
            case 0 -> "other";
            case 1 -> "discard";
            default -> list(place, 1);
        };
    }

    private List<Object> forkAndJoin(Place place) {
        nodes += 2;
        var branches = new LinkedHashMap<String, Object>();
        int count = 2 + draw.below(2);
        for (int i = 0; i < count; i++) {
            branches.put(draw.name(), list(place.inner(true), 2));
        }
        String fork = draw.name();
        List<String> merges = place.joined() || !features.contains(Feature.ROW_UNIONS)
                ? List.of("union", "nested", "first", "list")
                : List.of("union", "nested", "first", "list", "rows");
        var join = join(count, merges);
        if (draw.chance(30)) {
            join.put("of", fork);
        }
        return List.of(map("name", fork, "fork", branches), map("name", draw.name(), "join", join));
    }

    private Map<String, Object> join(int branches, List<String> merges) {
        Map<String, Object> join = draw.join(branches, merges);
        if (!features.contains(Feature.TIMEOUTS)) {
            join.remove("timeout");
        }
        return join;
    }

    private List<Object> expandAndJoin(Place place) {
        Object expansion = expansion(place);
        nodes++;
        var entries = new ArrayList<Object>();
        entries.add(expansion);
        entries.addAll(list(place.inner(true), 1));
        entries.add(map("name", draw.name(), "join", join(2, List.of("list", "first"))));
        return entries;
    }

    private Object expansion(Place place) {
        nodes++;
        var options = draw.options();
        options.put("set", draw.field());
        options.put("most", 1 + draw.below(4));
        options.put("max_rows", draw.chance(80) ? 4 : 2);
        draw.onError(options, place.depth() == 0);
        return map("plugin", ScriptedPlugins.EXPAND, "name", draw.name(), "options", options);
    }

    /// A fork that nothing closes; one branch flows on.
    private List<Object> fork(Place place) {
        nodes++;
        var branches = new LinkedHashMap<String, Object>();
        branches.put(draw.name(), list(place.inner(false), 1));
        branches.put(draw.name(), draw.chance(50) ? "other" : list(place.inner(false), 1));
        return List.of(map("name", draw.name(), "fork", branches));
    }

    private Object aggregate() {
        nodes++;
        var options = draw.options();
        options.put("fail", draw.chance(30) ? 15 : 0);
        options.put("set", draw.field());
        Map<String, Object> aggregate = draw.aggregate();
        return map("plugin", ScriptedPlugins.GATHER, "name", draw.name(), "options", options, "aggregate", aggregate);
    }
}

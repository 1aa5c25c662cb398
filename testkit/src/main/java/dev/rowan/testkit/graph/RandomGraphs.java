package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Random pipelines that are valid: up to 12 nodes, splits up to 3 deep, gates, merged edges, forks and joins
/// with every policy and merge, expansions, aggregates and failures. Their plugins are [ScriptedPlugins]. The
/// same seed gives the same graph. Owned by one thread.
public final class RandomGraphs {
    private static final int MAX_NODES = 12;
    private static final int MAX_DEPTH = 3;
    private static final List<String> KINDS = List.of("a", "b", "c");

    private final RandomGenerator random;
    private int nodes;
    private int names;
    private boolean used;

    public RandomGraphs(RandomGenerator random) {
        this.random = random;
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
        settings.put("run", map("order", chance(80) ? "input" : "none"));
        List<Object> transforms = transforms();
        while (nodes > MAX_NODES) {
            transforms = transforms();
        }
        List<String> sources = chance(25) ? List.of("mail", "chat") : List.of("source");
        if (sources.size() == 1) {
            settings.put("source", map("plugin", "rows"));
        } else {
            settings.put("sources", map("mail", map("plugin", "rows"), "chat", map("plugin", "rows")));
        }
        settings.put("transforms", transforms);
        Map<String, Object> other = map("plugin", "lines");
        if (chance(30)) {
            other.put("keep_error", true);
        }
        settings.put("sinks", map("output", map("plugin", "lines"), "other", other, "errors", map("plugin", "lines")));
        return new GraphCase(settings, rows(sources, rows));
    }

    private List<Object> transforms() {
        nodes = 0;
        names = 0;
        var transforms = new ArrayList<Object>();
        int wanted = 1 + random.nextInt(MAX_NODES);
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
                        Row.of("id", seq).with("kind", KINDS.get(random.nextInt(KINDS.size())))))
                .toList();
    }

    /// One or several entries; a token that passes them is at the entry behind, with no split more open than
    /// before.
    private List<Object> block(Place place) {
        int left = MAX_NODES - nodes;
        boolean splits = place.depth() < MAX_DEPTH;
        return switch (random.nextInt(10)) {
            case 0, 1 -> gate(place);
            case 2, 3, 4 -> splits && left >= 4 ? forkAndJoin(place) : step();
            case 5 -> splits && left >= 3 ? expandAndJoin(place) : step();
            case 6 -> !place.joined() && splits ? List.of(expansion(place)) : step();
            case 7 -> !place.joined() && left >= 2 && splits ? fork(place) : step();
            case 8 -> place.joined() ? step() : List.of(aggregate());
            default -> step();
        };
    }

    /// A short list of entries, at least one.
    private List<Object> list(Place place, int most) {
        var list = new ArrayList<Object>();
        int count = 1 + random.nextInt(most);
        while (list.isEmpty() || (list.size() < count && nodes < MAX_NODES)) {
            list.addAll(nodes < MAX_NODES - 2 ? block(place) : step());
        }
        return list;
    }

    private List<Object> step() {
        nodes++;
        int kind = random.nextInt(10);
        if (kind < 2) {
            var options = options();
            options.put("block", 20);
            if (nodes + 2 <= MAX_NODES && chance(40)) {
                return withAppeal(options);
            }
            onError(options, false);
            return List.of(map("plugin", ScriptedPlugins.GUARD, "options", options));
        }
        var options = options();
        options.put("block", chance(20) ? 15 : 0);
        options.put("set", field());
        if (kind < 4 && nodes + 2 <= MAX_NODES) {
            return withFallback(options);
        }
        onError(options, true);
        return List.of(map("plugin", ScriptedPlugins.STEP, "options", options));
    }

    /// A step whose failures go to another node and merge again behind it.
    private List<Object> withFallback(Map<String, Object> options) {
        nodes += 2;
        String behind = name();
        String fallback = name();
        options.put("on_error", fallback);
        options.put("fail", 40);
        var other = options();
        other.put("set", field());
        return List.of(
                map("plugin", ScriptedPlugins.STEP, "options", options, "to", behind),
                map("plugin", ScriptedPlugins.STEP, "name", fallback, "options", other),
                map("plugin", ScriptedPlugins.STEP, "name", behind, "options", map("tag", behind)));
    }

    /// A safety transform whose blocked rows get a second opinion from another.
    private List<Object> withAppeal(Map<String, Object> options) {
        nodes += 2;
        String behind = name();
        String appeal = name();
        options.put("on_error", appeal);
        options.put("fail", 15);
        var other = options();
        other.put("block", 40);
        return List.of(
                map("plugin", ScriptedPlugins.GUARD, "options", options, "to", behind),
                map("plugin", ScriptedPlugins.GUARD, "name", appeal, "options", other),
                map("plugin", ScriptedPlugins.STEP, "name", behind, "options", map("tag", behind)));
    }

    private List<Object> gate(Place place) {
        nodes++;
        boolean label = chance(60);
        var routes = new LinkedHashMap<String, Object>();
        for (String each : label ? KINDS.subList(0, 1 + random.nextInt(3)) : List.of("true", "false")) {
            routes.put(each, routes.isEmpty() ? list(place, 1) : target(place));
        }
        String by = chance(8) ? "row.nothing" : label ? "row.kind" : "row.id % 3 == " + random.nextInt(3);
        var gate = map("by", by, "routes", routes);
        if (chance(70)) {
            gate.put("else", target(place));
        }
        onError(gate, true);
        return List.of(map("name", name(), "gate", gate));
    }

    private Object target(Place place) {
        return switch (random.nextInt(6)) {
            case 0 -> "other";
            case 1 -> "discard";
            default -> list(place, 1);
        };
    }

    private List<Object> forkAndJoin(Place place) {
        nodes += 2;
        var branches = new LinkedHashMap<String, Object>();
        int count = 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            branches.put("b" + names++, list(place.inner(true), 2));
        }
        String fork = name();
        List<String> merges = place.joined()
                ? List.of("union", "nested", "first", "list")
                : List.of("union", "nested", "first", "list", "rows");
        var join = join(count, merges);
        if (chance(30)) {
            join.put("of", fork);
        }
        return List.of(map("name", fork, "fork", branches), map("name", name(), "join", join));
    }

    private List<Object> expandAndJoin(Place place) {
        Object expansion = expansion(place);
        nodes++;
        var entries = new ArrayList<Object>();
        entries.add(expansion);
        entries.addAll(list(place.inner(true), 1));
        entries.add(map("name", name(), "join", join(2, List.of("list", "first"))));
        return entries;
    }

    private Map<String, Object> join(int branches, List<String> merges) {
        var join = new LinkedHashMap<String, Object>();
        String policy = List.of("all", "any", "quorum", "best_effort").get(random.nextInt(4));
        join.put("policy", policy);
        if (policy.equals("quorum")) {
            join.put("count", 1 + random.nextInt(branches));
        }
        if (policy.equals("best_effort") && chance(60)) {
            join.put("timeout", (1 + random.nextInt(20)) + "s");
        }
        String merge = merges.get(random.nextInt(merges.size()));
        join.put("merge", merge);
        if (merge.equals("union")) {
            join.put("collision", List.of("fail", "first", "last").get(random.nextInt(3)));
        }
        if (merge.equals("list")) {
            join.put("as", field());
        }
        onError(join, true);
        return join;
    }

    private Object expansion(Place place) {
        nodes++;
        var options = options();
        options.put("set", field());
        options.put("most", 1 + random.nextInt(4));
        options.put("max_rows", chance(80) ? 4 : 2);
        onError(options, place.depth() == 0);
        return map("plugin", ScriptedPlugins.EXPAND, "name", name(), "options", options);
    }

    /// A fork that nothing closes; one branch flows on.
    private List<Object> fork(Place place) {
        nodes++;
        var branches = new LinkedHashMap<String, Object>();
        branches.put("b" + names++, list(place.inner(false), 1));
        branches.put("b" + names++, chance(50) ? "other" : list(place.inner(false), 1));
        return List.of(map("name", name(), "fork", branches));
    }

    private Object aggregate() {
        nodes++;
        var options = options();
        options.put("fail", chance(30) ? 15 : 0);
        options.put("set", field());
        var aggregate = new LinkedHashMap<String, Object>();
        if (chance(80)) {
            aggregate.put("by", chance(85) ? "row.kind" : "row.id % 2 == 0");
        }
        if (chance(60)) {
            aggregate.put("count", 1 + random.nextInt(5));
        }
        if (chance(20)) {
            aggregate.put("when", "count >= " + (1 + random.nextInt(5)));
        }
        if (chance(30)) {
            aggregate.put("timeout", (1 + random.nextInt(20)) + "s");
        }
        if (chance(30)) {
            aggregate.put("emit", "members");
        }
        onError(aggregate, true);
        return map("plugin", ScriptedPlugins.GATHER, "name", name(), "options", options, "aggregate", aggregate);
    }

    private Map<String, Object> options() {
        return map("tag", "t" + names++, "fail", chance(50) ? random.nextInt(30) : 0);
    }

    private void onError(Map<String, Object> keys, boolean discards) {
        switch (random.nextInt(3)) {
            case 0 -> keys.put("on_error", "errors");
            case 1 -> keys.put("on_error", discards ? "discard" : "errors");
            default -> {}
        }
    }

    /// One of few fields, so that branches collide.
    private String field() {
        return "f" + random.nextInt(6);
    }

    private String name() {
        return "n" + names++;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private static Map<String, Object> map(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }
}

package dev.rowan.testkit.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Draws settings of nodes, and names. Owned by one thread.
final class RandomSettings {
    private final RandomGenerator random;
    private int names;

    RandomSettings(RandomGenerator random) {
        this.random = random;
    }

    Map<String, Object> join(int branches, List<String> merges) {
        var join = new LinkedHashMap<String, Object>();
        String policy = List.of("all", "any", "quorum", "best_effort").get(random.nextInt(4));
        join.put("policy", policy);
        if (policy.equals("quorum")) {
            join.put("count", 1 + random.nextInt(branches));
        }
        if (policy.equals("best_effort") && chance(60)) {
            join.put("timeout", chance(50) ? "1ms" : (1 + random.nextInt(20)) + "s");
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

    Map<String, Object> aggregate() {
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
        return aggregate;
    }

    Map<String, Object> options() {
        return map("tag", "t" + names++, "fail", chance(50) ? random.nextInt(30) : 0);
    }

    void onError(Map<String, Object> keys, boolean discards) {
        switch (random.nextInt(3)) {
            case 0 -> keys.put("on_error", "errors");
            case 1 -> keys.put("on_error", discards ? "discard" : "errors");
            default -> {}
        }
    }

    /// One of few fields, so that branches collide.
    String field() {
        return "f" + random.nextInt(6);
    }

    String name() {
        return "n" + names++;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    static Map<String, Object> map(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    /// A number below `bound`.
    int below(int bound) {
        return random.nextInt(bound);
    }
}

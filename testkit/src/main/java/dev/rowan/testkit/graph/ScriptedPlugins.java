package dev.rowan.testkit.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.testkit.graph.ReferenceNode.Plugin;
import dev.rowan.testkit.graph.ReferenceNode.Traits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The plugins and expressions of random graphs as pure functions of a row and its options, for the reference
/// and for the plugins that the engine runs.
///
/// A plugin draws a number from 0 to 99 from its `tag` and the row's values without `_error`. `step` fails
/// below `fail`, blocks below `fail + block`, else sets the field `set` to the number. `guard` is the same as a
/// safety transform that changes nothing. `expand` makes up to `most` rows, none below `fail`. `gather` refuses
/// members below `fail` and gives one row. Expressions are `row.NAME` and `row.NAME % N == K`, for groups
/// `count >= N`.
public final class ScriptedPlugins implements ReferenceScript {
    public static final String STEP = "step";
    public static final String GUARD = "guard";
    public static final String EXPAND = "expand";
    public static final String GATHER = "gather";
    public static final Set<String> TRANSFORMS = Set.of(STEP, GUARD, EXPAND);

    private static final int NUMBERS = 100;

    @Override
    public Traits traits(String plugin, Map<String, Object> options) {
        return switch (plugin) {
            case GUARD -> Traits.SAFETY;
            case EXPAND -> new Traits(Math.max(1, number(options, "max_rows")), false);
            default -> Traits.USUAL;
        };
    }

    @Override
    public TransformResult process(Plugin plugin, Row row) {
        return process(plugin.name(), plugin.options(), row);
    }

    /// What the transform `plugin` with these options does with a row.
    public static TransformResult process(String plugin, Map<String, Object> options, Row row) {
        int drawn = draw(options, row);
        int fail = number(options, "fail");
        int block = number(options, "block");
        if (plugin.equals(EXPAND)) {
            return expand(options, row, drawn);
        }
        if (drawn < fail) {
            String code = plugin.equals(GUARD) ? "malformed_response" : "scripted_failure";
            return TransformResult.error(Reason.of(code, "the script says so"));
        }
        if (drawn < fail + block) {
            return TransformResult.blocked(Reason.of("scripted_block", "the script says so"));
        }
        return TransformResult.success(
                options.get("set") instanceof String field ? row.with(field, (long) drawn) : row);
    }

    private static TransformResult expand(Map<String, Object> options, Row row, int drawn) {
        int most = Math.max(1, number(options, "most"));
        int count = drawn < number(options, "fail") ? 0 : 1 + drawn % most;
        if (count > Math.max(1, number(options, "max_rows"))) {
            return TransformResult.error(Reason.of("too_many_rows", "the script says so"));
        }
        var rows = new ArrayList<Row>();
        for (int i = 0; i < count; i++) {
            rows.add(row.with(String.valueOf(options.get("set")), (long) i));
        }
        return TransformResult.successMulti(rows);
    }

    @Override
    public Optional<String> evaluate(String expression, Row row) {
        String[] words = expression.split(" ", -1);
        String field = words[0].substring("row.".length());
        if (words.length == 1) {
            return row.text(field);
        }
        return row.get(field) instanceof Long number
                ? Optional.of(String.valueOf(number % Long.parseLong(words[2]) == Long.parseLong(words[4])))
                : Optional.empty();
    }

    @Override
    public boolean closes(String when, long count) {
        return count >= Long.parseLong(when.substring("count >= ".length()));
    }

    @Override
    public Aggregated aggregate(Plugin plugin, List<Row> members) {
        return aggregate(plugin.options(), members);
    }

    /// What the aggregator with these options does with a group: the sum of what it draws from its members.
    public static Aggregated aggregate(Map<String, Object> options, List<Row> members) {
        var refused = new LinkedHashMap<Integer, Reason>();
        long sum = 0;
        Optional<Row> first = Optional.empty();
        for (int i = 0; i < members.size(); i++) {
            int drawn = draw(options, members.get(i));
            if (drawn < number(options, "fail")) {
                refused.put(i, Reason.of("scripted_refusal", "the script says so"));
            } else {
                sum += drawn;
                if (first.isEmpty()) {
                    first = Optional.of(members.get(i));
                }
            }
        }
        if (first.isEmpty()) {
            return new Aggregated(refused, List.of());
        }
        Row row = Row.of("id", first.get().get("id"))
                .with("kind", first.get().get("kind"))
                .with(String.valueOf(options.get("set")), sum);
        return new Aggregated(refused, List.of(row));
    }

    private static int draw(Map<String, Object> options, Row row) {
        String seen = options.get("tag") + ReferenceWalk.withoutError(row).toString();
        return Math.floorMod(seen.hashCode() * 31 + (seen.hashCode() >>> 13), NUMBERS);
    }

    private static int number(Map<String, Object> options, String key) {
        return options.get(key) instanceof Number number ? number.intValue() : 0;
    }
}

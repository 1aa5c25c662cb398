package dev.rowan.landscape.fold;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.record.LogEntry.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The recorded result of a visit to a node: the difference to the input where possible, else the whole row.
public sealed interface VisitValues {

    /// The output equals the input; nothing is stored.
    record Unchanged() implements VisitValues {}

    /// `{"set": {…}, "unset": […]}`: fields removed, then fields set in their place or at the end.
    record Changed(Map<String, @Nullable Object> set, List<String> unset) implements VisitValues {}

    /// `{"row": {…}}`
    record Whole(Row row) implements VisitValues {}

    /// `{"rows": [{…}, …], "parts": […]}`: the first row keeps its part, the others have `parts` in order. If there
    /// are as many parts as rows, all rows are new tokens.
    record Split(List<Row> rows, List<Integer> parts) implements VisitValues {}

    /// `{"branches": […], "parts": […]}`, plus the `change` of the row, if any: copies of it go along the branches
    /// as the parts, in order.
    record Forked(VisitValues change, List<String> branches, List<Integer> parts) implements VisitValues {}

    /// The `change` by a join, plus `"used": […], "lost": […]`: the parts that it used, and the branches that it
    /// lost.
    record Joined(VisitValues change, List<Integer> used, List<Map<String, @Nullable Object>> lost)
            implements VisitValues {}

    /// `{"apart": […], "lost": […]}`: the parts that a join used each continue on their own; the token itself has
    /// ended.
    record Apart(List<Integer> used, List<Map<String, @Nullable Object>> lost) implements VisitValues {}

    /// `{"reason": {…}, "retryable": …}`, plus `"verdict": …` unless it is `failed`, and in a join `"used"` and
    /// `"lost"`.
    record Failed(Map<String, @Nullable Object> reason, boolean retryable, Verdict verdict, Optional<JoinInputs> join)
            implements VisitValues {}

    /// What a join that failed had got: the parts that had arrived, and the branches that it lost.
    record JoinInputs(List<Integer> used, List<Map<String, @Nullable Object>> lost) {}

    static VisitValues of(Result result) {
        return switch (result) {
            case Result.Passed(Row input, Row output) -> between(input, output);
            case Result.Routed(Row input, Row output, var _) -> between(input, output);
            case Result.Split split -> new Split(split.outputs(), split.parts());
            case Result.Forked(Row input, Row output, var branches, var parts) ->
                new Forked(between(input, output), branches, parts);
            case Result.Joined(Row input, Row output, var _, var used, var lost) ->
                new Joined(between(input, output), used, lost);
            case Result.Apart(var _, var used, var lost) -> new Apart(used, lost);
            case Result.Failed(Reason reason, Verdict verdict) ->
                new Failed(reason.asMap(), reason.retryable(), verdict, Optional.empty());
            case Result.JoinFailed(Reason reason, Verdict verdict, var used, var lost) ->
                new Failed(reason.asMap(), reason.retryable(), verdict, Optional.of(new JoinInputs(used, lost)));
        };
    }

    @SuppressWarnings("ReferenceEquality") // a shortcut; equal rows come to the same
    private static VisitValues between(Row input, Row output) {
        if (input == output) {
            return new Unchanged();
        }
        var set = new LinkedHashMap<String, @Nullable Object>();
        int from = 0;
        for (int i = 0; i < output.size(); i++) {
            String name = output.names().at(i);
            int at = input.names().indexOf(name);
            if (at >= 0 && at < from) {
                return new Whole(output);
            }
            from = at < 0 ? input.size() : at + 1;
            if (at < 0 || !SameValue.test(input.valueAt(at), output.valueAt(i))) {
                set.put(name, output.valueAt(i));
            }
        }
        var unset = new ArrayList<String>();
        for (int i = 0; i < input.size(); i++) {
            if (!output.has(input.names().at(i))) {
                unset.add(input.names().at(i));
            }
        }
        return set.isEmpty() && unset.isEmpty() ? new Unchanged() : new Changed(set, unset);
    }

    /// The bytes to store; empty if the row is unchanged.
    default Optional<byte[]> write() {
        return switch (this) {
            case Unchanged _ -> Optional.empty();
            case Changed(var set, var unset) ->
                Optional.of(
                        RowJson.writeValue(unset.isEmpty() ? Map.of("set", set) : ordered("set", set, "unset", unset)));
            case Whole(Row row) -> Optional.of(RowJson.writeValue(Map.of("row", row.asMap())));
            case Split(var rows, var parts) ->
                Optional.of(RowJson.writeValue(
                        ordered("rows", rows.stream().map(Row::asMap).toList(), "parts", parts)));
            case Forked(var change, var branches, var parts) ->
                Optional.of(RowJson.writeValue(with(change, ordered("branches", branches, "parts", parts))));
            case Joined(var change, var used, var lost) ->
                Optional.of(RowJson.writeValue(with(change, ordered("used", used, "lost", lost))));
            case Apart(var used, var lost) -> Optional.of(RowJson.writeValue(ordered("apart", used, "lost", lost)));
            case Failed(var reason, boolean retryable, Verdict verdict, var join) -> {
                Map<String, Object> failed = ordered("reason", reason, "retryable", retryable);
                if (verdict != Verdict.FAILED) {
                    failed.put("verdict", verdict.outcome().word());
                }
                join.ifPresent(inputs -> failed.putAll(ordered("used", inputs.used(), "lost", inputs.lost())));
                yield Optional.of(RowJson.writeValue(failed));
            }
        };
    }

    /// Adds a change of the row.
    private static Map<String, Object> with(VisitValues change, Map<String, Object> values) {
        switch (change) {
            case Changed(var set, var unset) -> {
                values.put("set", set);
                values.put("unset", unset);
            }
            case Whole(Row row) -> values.put("row", row.asMap());
            case Unchanged _, Split _, Forked _, Joined _, Apart _, Failed _ -> {
                // nothing changed
            }
        }
        return values;
    }

    private static Map<String, Object> ordered(String first, Object a, String second, Object b) {
        var map = new LinkedHashMap<String, Object>();
        map.put(first, a);
        map.put(second, b);
        return map;
    }

    static VisitValues read(Optional<byte[]> stored) {
        if (stored.isEmpty()) {
            return new Unchanged();
        }
        Map<String, @Nullable Object> json = RecordedJson.object(stored.get());
        if (json.containsKey("reason")) {
            return failed(json);
        }
        if (json.containsKey("branches")) {
            return new Forked(
                    rowChange(json),
                    list(json.get("branches")).stream().map(String::valueOf).toList(),
                    parts(json.get("parts")));
        }
        if (json.containsKey("apart")) {
            return new Apart(parts(json.get("apart")), lost(json));
        }
        return json.containsKey("used")
                ? new Joined(rowChange(json), parts(json.get("used")), lost(json))
                : change(json);
    }

    private static VisitValues failed(Map<String, @Nullable Object> json) {
        return new Failed(
                RecordedJson.map(json.get("reason")),
                Boolean.TRUE.equals(json.get("retryable")),
                verdict(json.get("verdict")),
                json.containsKey("used")
                        ? Optional.of(new JoinInputs(parts(json.get("used")), lost(json)))
                        : Optional.empty());
    }

    private static VisitValues rowChange(Map<String, @Nullable Object> json) {
        return json.containsKey("set") || json.containsKey("row") ? change(json) : new Unchanged();
    }

    private static List<Map<String, @Nullable Object>> lost(Map<String, @Nullable Object> json) {
        return list(json.get("lost")).stream().map(RecordedJson::map).toList();
    }

    private static List<Integer> parts(@Nullable Object parts) {
        return list(parts).stream()
                .map(part -> Math.toIntExact(RecordedJson.number(part)))
                .toList();
    }

    private static VisitValues change(Map<String, @Nullable Object> json) {
        if (json.containsKey("row")) {
            return new Whole(Row.of(RecordedJson.map(json.get("row"))));
        }
        if (json.containsKey("rows")) {
            return new Split(
                    list(json.get("rows")).stream()
                            .map(row -> Row.of(RecordedJson.map(row)))
                            .toList(),
                    parts(json.get("parts")));
        }
        return new Changed(
                RecordedJson.map(json.get("set")),
                list(json.get("unset")).stream().map(String::valueOf).toList());
    }

    private static Verdict verdict(@Nullable Object word) {
        return word == null ? Verdict.FAILED : Verdict.valueOf(word.toString().toUpperCase(Locale.ROOT));
    }

    private static List<@Nullable Object> list(@Nullable Object value) {
        return value instanceof List<?> list ? new ArrayList<@Nullable Object>(list) : List.of();
    }

    /// The row of a token that continues on its own from a join: a failure that it left behind ends there.
    static Row withoutError(Row row) {
        return row.without(List.of("_error"));
    }

    /// The new tokens that a visit made of one that carried `input`, by part.
    default Map<Integer, Row> children(Row input) {
        var children = new LinkedHashMap<Integer, Row>();
        if (this instanceof Forked(var change, var _, var parts)) {
            Row copy = change.outputs(input).getFirst();
            parts.forEach(part -> children.put(part, copy));
        } else if (this instanceof Split(var rows, var parts)) {
            int first = rows.size() - parts.size();
            for (int i = 0; i < parts.size() && first >= 0; i++) {
                children.put(parts.get(i), rows.get(first + i));
            }
        }
        return children;
    }

    /// Whether all tokens that the visit made are new, and the token itself waits for a join or ends.
    default boolean parentWaits() {
        return this instanceof Forked
                || (this instanceof Split(var rows, var parts) && rows.size() == parts.size() && !rows.isEmpty());
    }

    /// The row of the token itself after the visit; empty if it has not passed.
    default Optional<Row> passed(Row input) {
        boolean keepsRow = this instanceof Split && parentWaits();
        return keepsRow ? Optional.of(input) : outputs(input).stream().findFirst();
    }

    /// The output rows for `input`.
    default List<Row> outputs(Row input) {
        return switch (this) {
            case Unchanged _ -> List.of(input);
            case Changed(var set, var unset) -> {
                Row row = input.without(unset);
                for (var field : set.entrySet()) {
                    row = row.with(field.getKey(), field.getValue());
                }
                yield List.of(row);
            }
            case Whole(Row row) -> List.of(row);
            case Split split -> split.rows();
            case Forked forked -> forked.change().outputs(input);
            case Joined joined -> joined.change().outputs(input);
            case Apart _ -> List.of(input);
            case Failed _ -> List.of();
        };
    }
}

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
import org.jspecify.annotations.Nullable;

/// The plugins of the examples: a model answers `KEY of ID` unless the row's field `fails` names the key, and
/// so on.
final class ExampleScript implements ReferenceScript {

    @Override
    public Traits traits(String plugin, Map<String, Object> options) {
        return switch (plugin) {
            case "chunk_text" -> new Traits(((Number) options.getOrDefault("max_rows", 1_000)).intValue(), false);
            case "azure_prompt_shield" -> Traits.SAFETY;
            default -> Traits.USUAL;
        };
    }

    @Override
    public TransformResult process(Plugin plugin, Row row) {
        return switch (plugin.name()) {
            case "llm" -> llm(String.valueOf(plugin.options().get("output_key")), row);
            case "azure_prompt_shield" ->
                switch (row.text("shield").orElse("")) {
                    case "attack" -> TransformResult.blocked(Reason.of("prompt_attack", "an attack"));
                    case "outage" -> TransformResult.error(Reason.of("malformed_response", "no verdict"));
                    default -> TransformResult.success(row);
                };
            case "chunk_text" -> chunks(row);
            default -> throw new IllegalArgumentException("no plugin " + plugin);
        };
    }

    private static TransformResult llm(String key, Row row) {
        if (row.text("fails").orElse("").contains(key)) {
            return TransformResult.error(Reason.of("api_error", "no answer"));
        }
        Object answer = key.equals("draft")
                ? Map.of("confidence", String.valueOf(row.get("sure")))
                : key + " of " + row.get("id");
        return TransformResult.success(row.with(key, answer));
    }

    private static TransformResult chunks(Row row) {
        var rows = new ArrayList<Row>();
        for (String chunk : row.text("text").orElse("").split("\\|", -1)) {
            rows.add(Row.of("id", row.get("id")).with("chunk", chunk).with("fails", chunk));
        }
        return TransformResult.successMulti(rows);
    }

    @Override
    public Optional<String> evaluate(String expression, Row row) {
        return switch (expression) {
            case "row.lang" -> row.text("lang");
            case "row.customer" -> row.text("customer");
            case "row.draft.confidence >= 0.8" ->
                row.get("draft") instanceof Map<?, ?> draft
                        ? Optional.of(String.valueOf("high".equals(draft.get("confidence"))))
                        : Optional.empty();
            default -> throw new IllegalArgumentException("no expression " + expression);
        };
    }

    @Override
    public boolean closes(String when, long count) {
        return false;
    }

    @Override
    public Aggregated aggregate(Plugin plugin, List<Row> members) {
        var items = new ArrayList<Object>();
        for (Row member : members) {
            var item = new LinkedHashMap<String, @Nullable Object>();
            ((List<?>) plugin.options().getOrDefault("fields", List.of()))
                    .forEach(field -> item.put(String.valueOf(field), member.get(String.valueOf(field))));
            items.add(item);
        }
        return new Aggregated(Map.of(), List.of(Row.of("items", items)));
    }
}

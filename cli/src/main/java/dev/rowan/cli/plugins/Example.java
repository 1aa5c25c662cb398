package dev.rowan.cli.plugins;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.plugin.Plugin;
import java.util.List;
import java.util.stream.Collectors;

/// An example of a plugin in a pipeline file.
final class Example {
    private static final String PROMPT =
            "user_prompt_template: \"Classify: {{ text }}\", output_key: mood, pool_size: 20";

    private Example() {}

    static String of(Plugin plugin) {
        String entry = "plugin: " + plugin.name() + ", options: {" + options(plugin) + "}";
        return switch (PluginKind.of(plugin)) {
            case SOURCE -> "source: {" + entry + "}";
            case TRANSFORM -> "transforms:\n  - {" + entry + "}";
            case AGGREGATOR -> "transforms:\n  - {" + entry + ", aggregate: {by: row.customer, count: 50}}";
            case SINK -> "sinks:\n  output: {" + entry + "}";
        };
    }

    /// Example options; for third-party plugins, the required ones.
    private static String options(Plugin plugin) {
        PluginKind kind = PluginKind.of(plugin);
        return switch (kind.word() + " " + plugin.name()) {
            case "source csv" -> "path: \"reviews/*.csv.gz\", id: review_id, file_name: _path";
            case "source jsonl" -> "path: reviews.jsonl, id: review_id";
            case "source json" -> "path: export.json, pointer: /data/items, id: key";
            case "source text" -> "path: \"letters/*.txt\", unit: paragraph, encoding: windows-1252";
            case "source xlsx" -> "path: reviews.xlsx, sheet: Reviews, header_row: 1, id: review_id";
            case "source document" -> "path: \"contracts/**/*.pdf\"";
            case "source jdbc" -> "url: \"jdbc:sqlite:shop.db\", table: reviews, key: id";
            case "sink jdbc" -> "url: \"jdbc:sqlite:shop.db\", table: labels, mode: upsert, key: id";
            case "sink http" -> "url: \"https://hooks.example.com/reviews\", rows_per_request: 100";
            case "sink csv" -> "path: out/reviews.csv";
            case "sink jsonl" -> "path: out/reviews.jsonl";
            case "sink json" -> "path: out/reviews.json";
            case "sink text" -> "path: out/summaries.txt, field: summary";
            case "source azure_blob" -> "container: reviews, blob: 2026/reviews.csv, format: csv, id: review_id";
            case "sink azure_blob" -> "container: reviews, blob: out/reviews.jsonl, format: jsonl";
            case "transform azure_content_safety" ->
                "fields: text, thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}, pool_size: 10";
            case "transform azure_prompt_shield" -> "fields: text, pool_size: 10";
            case "transform llm" -> "model: openai/gpt-4o-mini, " + PROMPT;
            case "transform azure_llm" -> "deployment_name: my-gpt, " + PROMPT;
            case "transform openrouter_llm" -> "model: openai/gpt-4o-mini, " + PROMPT;
            case "transform embeddings" -> "model: openai/text-embedding-3-small, field: text, output_key: embedding";
            case "transform keyword_filter" ->
                "fields: [text], blocked_patterns: [\"(?i)\\\\bpassword\\\\b\"], on_error: discard";
            case "transform field_mapper" -> "mapping: {text: body}, drop: [title]";
            case "transform truncate" -> "fields: [text], max_chars: 500, suffix: \"…\"";
            case "transform type_coerce" -> "fields: {rating: int}, on_error: discard";
            case "transform compute" -> "set: {total: \"row.price * row.quantity\"}";
            case "transform json_explode" -> "field: items, as: item";
            case "transform chunk_text" -> "field: text, size: 2000, overlap: 200";
            case "transform filter" -> "keep: \"row.lang == 'en'\", otherwise: discard";
            case "transform extract_text" -> "field: path, from: path, root: contracts, on_error: discard";
            case "transform sample" -> "rate: 0.01, seed: 7";
            case "transform deduplicate" -> "key: [text]";
            case "transform lookup" ->
                "table: {plugin: csv, options: {path: products.csv}}, on: {code: id}, take: [name]";
            case "aggregator collect" -> "fields: [id, text], as: items, keep: [customer]";
            case "aggregator statistics" -> "fields: [price], quantiles: [0.5, 0.95], group_by: [customer]";
            case "aggregator assemble_text" -> "field: text, template: \"{{ number }}. {{ value }}\", keep: [customer]";
            default -> required(plugin.options().list());
        };
    }

    private static String required(List<Option<?>> options) {
        return options.stream()
                .filter(Option::required)
                .map(option -> option.name() + ": " + sample(option.kind()))
                .collect(Collectors.joining(", "));
    }

    private static String sample(OptionKind kind) {
        return switch (kind) {
            case OptionKind.Bool() -> "true";
            case OptionKind.Whole(var min, var _) -> String.valueOf(min);
            case OptionKind.Decimal _ -> "1.5";
            case OptionKind.Time _ -> "30s";
            case OptionKind.Bytes() -> "16MiB";
            case OptionKind.Choice(var choices) -> choices.getFirst();
            case OptionKind.Texts() -> "[text]";
            case OptionKind.TextMap() -> "{text: body}";
            case OptionKind.Nested(var inner) -> "{" + required(inner.list()) + "}";
            case OptionKind.Text(), OptionKind.Free _ -> "…";
        };
    }
}

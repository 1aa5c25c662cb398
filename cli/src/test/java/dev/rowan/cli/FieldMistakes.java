package dev.rowan.cli;

import static dev.rowan.cli.Mistake.PIPELINE;
import static dev.rowan.cli.ModelMistakes.prompt;

import java.util.List;

/// Mistakes in the names of fields and files.
final class FieldMistakes {
    private FieldMistakes() {}

    private static final String BEFORE = "transforms:\n";

    /// The pipeline with another transform before the model.
    private static Mistake before(String name, String wrong, String right, String problem) {
        return Mistake.of(name, BEFORE, BEFORE + "  - " + wrong + "\n", BEFORE + "  - " + right + "\n", problem);
    }

    private static final String MAPPER = "{plugin: field_mapper, options: {%s}}";

    static List<Mistake> fields() {
        String second = "sinks:\n";
        String node =
                "  - plugin: llm\n    options: {model: simulator/chat, user_prompt_template: \"%s\", output_key: %s}\n";
        return List.of(
                prompt(
                        "a field that nobody provides",
                        "\"Mood of {{ txt }}?\"",
                        "\"Mood of {{ text }}? {% if txt is defined %}{{ txt }}{% endif %}{{ note | default('') }}\"",
                        "must name a field that rows have here (id, text, stars), got 'txt'; did you mean 'text'?"),
                Mistake.of(
                        "a field that nobody provides, in a later node",
                        second,
                        node.formatted("Why {{ moood }}?", "reason") + second,
                        node.formatted("Why {{ mood }}?", "reason") + second,
                        ":9:60 transforms[1].options.user_prompt_template: must name a field that rows have here"
                                + " (id, text, stars, mood), got 'moood'; did you mean 'mood'?"),
                Mistake.of(
                        "a field that nobody provides, in a query",
                        "user_prompt_template: \"Which mood? {{ text }}\"\n      output_key: mood",
                        "queries:\n        - {output_key: a, user_prompt_template: \"{{ text }}\"}\n"
                                + "        - {output_key: b, user_prompt_template: \"{{ tex }}\"}",
                        "queries:\n        - {output_key: a, user_prompt_template: \"{{ text }}\"}\n"
                                + "        - {output_key: b, user_prompt_template: \"{{ row.text }}\"}",
                        ":8:49 transforms[0].options.queries[1].user_prompt_template: must name a field that rows have"),
                Mistake.of(
                        "a field that is renamed before",
                        BEFORE,
                        BEFORE + "  - " + MAPPER.formatted("mapping: {text: body}") + "\n",
                        BEFORE + "  - " + MAPPER.formatted("mapping: {stars: rating}") + "\n",
                        ":7:29 transforms[1].options.user_prompt_template: must name a field that rows have here"
                                + " (id, body, stars), got 'text'"),
                Mistake.of(
                        "two nodes with one output_key",
                        second,
                        node.formatted("Why {{ text }}?", "mood") + second,
                        node.formatted("Why {{ text }}?", "reason") + second,
                        ":9:91 transforms[1].options.output_key: must be a new field, but transform 'llm' adds 'mood'"
                                + " already; choose another name"),
                Mistake.of(
                        "an output_key that the source has",
                        "output_key: mood",
                        "output_key: stars",
                        "output_key: mood",
                        ":7:19 transforms[0].options.output_key: must be a new field, but rows have 'stars' already"),
                Mistake.of(
                        "a schema with a field that no row has",
                        "output_key: mood",
                        "output_key: mood\n      schema: {fields: [\"text: str\", \"lang: str\"]}",
                        "output_key: mood\n      schema: {fields: [\"text: str\", \"lang: str?\"]}",
                        ":8:38 transforms[0].options.schema.fields[1]: must name a field that rows have here"
                                + " (id, text, stars), got 'lang'"),
                Mistake.of(
                        "an id that is no column",
                        "id: id}",
                        "id: key}",
                        "id: id}",
                        "has no column 'key', which 'id' names"));
    }

    static List<Mistake> transforms() {
        String coerce = "{plugin: type_coerce, options: {fields: {%s: int}}}";
        String truncate = "{plugin: truncate, options: {fields: [id, %s], max_chars: 9}}";
        String filter = "{plugin: keyword_filter, options: {fields: %s, blocked_patterns: secret}}";
        String shield = "{plugin: azure_prompt_shield, options: {endpoint: simulator, fields: %s}}";
        String here = " must name a field that rows have here (id, text, stars), got ";
        return List.of(
                before(
                        "a mapper of a field that no row has",
                        MAPPER.formatted("mapping: {star: rating}"),
                        MAPPER.formatted("mapping: {star: rating}, missing: ignore"),
                        ":3:48 transforms[0].options.mapping.star:" + here + "'star'; did you mean 'stars'?"),
                before(
                        "a mapper that drops what no row has",
                        MAPPER.formatted("drop: [rating]"),
                        MAPPER.formatted("drop: [stars]"),
                        ":3:44 transforms[0].options.drop:" + here + "'rating'"),
                before(
                        "a mapper onto a field that is there",
                        MAPPER.formatted("mapping: {stars: id}"),
                        MAPPER.formatted("mapping: {stars: id, id: key}"),
                        ":3:55 transforms[0].options.mapping.stars: must be a new field, but rows have 'id' already"),
                before(
                        "a coercion of a field that no row has",
                        coerce.formatted("rating"),
                        coerce.formatted("stars"),
                        ":3:46 transforms[0].options.fields.rating:" + here + "'rating'"),
                before(
                        "a truncation of a field that no row has",
                        truncate.formatted("body"),
                        truncate.formatted("text"),
                        ":3:47 transforms[0].options.fields[1]:" + here + "'body'"),
                before(
                        "a filter on a field that no row has",
                        filter.formatted("[text, body]"),
                        filter.formatted("[text, stars.note]"),
                        ":3:55 transforms[0].options.fields[1]:" + here + "'body'"),
                before(
                        "a safety check of a field that no row has",
                        shield.formatted("body"),
                        shield.formatted("text"),
                        ":3:74 transforms[0].options.fields:" + here + "'body'"));
    }

    static List<Mistake> sinks() {
        String output = "output: {plugin: jsonl, options: {path: out.jsonl}}";
        String csv = "output: {plugin: csv, options: {path: out.csv, columns: [%s]}}";
        String errors =
                "output_key: mood\n      on_error: bad\nsinks:\n  bad: {plugin: csv, options: {path: bad.csv, columns: [%s]}}\n";
        return List.of(
                Mistake.of(
                        "columns without the answer",
                        output,
                        csv.formatted("id, text"),
                        csv.formatted("id, mood"),
                        ":9:59 sinks.output.options.columns: must include 'mood', the billed answer of transform 'llm';"
                                + " it would be lost; add mood, or drop it in a field_mapper before the sink"),
                new Mistake(
                        "columns without an answer that is renamed",
                        renamed(csv.formatted("id, mood")),
                        renamed(csv.formatted("id, label")),
                        "sinks.output.options.columns: must include 'label', the billed answer of transform 'llm'"),
                Mistake.of(
                        "columns of an error sink without the reason",
                        "output_key: mood\nsinks:\n",
                        errors.formatted("id, text"),
                        errors.formatted("id, _error"),
                        ":10:56 sinks.bad.options.columns: must include '_error', the reason of failed rows;"
                                + " add _error"),
                Mistake.of(
                        "a JSON array as jsonl",
                        "source: {plugin: csv, options: {path: rows.csv, id: id}}",
                        "source: {plugin: jsonl, options: {path: array.json}}",
                        "source: {plugin: jsonl, options: {path: lines.jsonl}}",
                        "array.json is a JSON array: expected one JSON object per line; read it with the source 'json'"));
    }

    private static String renamed(String output) {
        return PIPELINE.replace("output: {plugin: jsonl, options: {path: out.jsonl}}", output)
                .replace("sinks:\n", "  - " + MAPPER.formatted("mapping: {mood: label}") + "\nsinks:\n");
    }

    static List<Mistake> files() {
        String own = "model: openai/gpt-4o-mini\n      api_key: ";
        String notify = "notify: {command: [%s]}\nsinks:\n";
        return List.of(
                Mistake.of(
                        "a key file that is missing",
                        "model: simulator/chat",
                        own + "file:missing.txt",
                        own + "file:key.txt",
                        ":6:16 transforms[0].options.api_key: must name an existing file, not found:"),
                Mistake.of(
                        "a program for a key that is missing",
                        "model: simulator/chat",
                        own + "command:no-such-program show key",
                        own + "command:sh -c pwd",
                        ":6:16 transforms[0].options.api_key: must name an executable program, not found:"
                                + " 'no-such-program'"),
                Mistake.of(
                        "a file for a header that is missing",
                        "model: simulator/chat",
                        own + "file:key.txt\n      extra_headers: {X-Tenant: acme, X-Token: \"file:missing.txt\"}",
                        own + "file:key.txt\n      extra_headers: {X-Tenant: acme, X-Token: \"file:key.txt\"}",
                        ":7:48 transforms[0].options.extra_headers.X-Token: must name an existing file, not found"
                                + ":"),
                Mistake.of(
                        "a signing key that is missing",
                        "sinks:\n",
                        "landscape: {signing_key: \"file:missing.key\"}\nsinks:\n",
                        "landscape: {signing_key: \"file:key.txt\"}\nsinks:\n",
                        ":8:26 landscape.signing_key: must name an existing file, not found:"),
                Mistake.of(
                        "a notify command that is missing",
                        "sinks:\n",
                        notify.formatted("./missing.sh"),
                        notify.formatted("./tell.sh, now"),
                        ":8:20 notify.command[0]: must start with an executable program, not found:"
                                + " './missing.sh'; use a path relative to the pipeline file"),
                Mistake.of(
                        "a notify command that is not executable",
                        "sinks:\n",
                        notify.formatted("./key.txt"),
                        notify.formatted("sh"),
                        ":8:20 notify.command[0]: must start with an executable program, not found: './key.txt'"));
    }
}

package dev.rowan.cli;

import static dev.rowan.cli.ModelMistakes.azure;

import java.util.stream.Stream;

/// Settings that are allowed and probably not meant.
final class Hints {
    private Hints() {}

    private static Mistake hint(String name, String part, String hinted, String warning) {
        return Mistake.of(name, part, hinted, part, warning);
    }

    /// Settings that may be meant, and their hints.
    static Stream<Mistake> all() {
        String source = "source: {plugin: csv, options: {path: rows.csv, id: id}}";
        String output = "output: {plugin: jsonl, options: {path: out.jsonl}}";
        return Stream.of(
                hint(
                        "a field that the first records lack",
                        source,
                        "source: {plugin: jsonl, options: {path: other.jsonl}}",
                        ":6:29 transforms[0].options.user_prompt_template: none of the first rows has the field 'text';"
                                + " they have txt, mood; did you mean 'txt'?"),
                hint(
                        "an output_key that the first records have",
                        source,
                        "source: {plugin: jsonl, options: {path: other.jsonl}}",
                        ":7:19 transforms[0].options.output_key: must be a new field, but some of the first rows have"
                                + " 'mood' already"),
                hint(
                        "a template in the system prompt",
                        "output_key: mood",
                        "output_key: mood\n      system_prompt: \"Answer in {{ lang }}.\"",
                        ":8:22 transforms[0].options.system_prompt: '{{ lang }}' is sent unchanged"),
                hint(
                        "a column that no row fills",
                        output,
                        "output: {plugin: csv, options: {path: out.csv, columns: [id, mood, star]}}",
                        "sinks.output.options.columns: no row has a field 'star', so the column stays empty; rows have"
                                + " id, text, stars, mood; did you mean 'stars'?"),
                new Mistake(
                        "temperature on a deployment that may reason",
                        azure("https://x.openai.azure.com").replace(": mine", ": o3-mini\n      temperature: 0"),
                        azure("https://x.openai.azure.com").replace(": mine", ": mine\n      temperature: 0"),
                        "temperature: is refused if the deployment 'o3-mini' is a reasoning model"),
                hint(
                        "top_p on a model that may reason",
                        "model: simulator/chat",
                        "model: openai/gpt-5.4\n      top_p: 0.9\n      api_key: \"${KEY}\"",
                        "top_p: is refused by 'gpt-5.4' while it reasons"),
                hint(
                        "temperature on a model that may reason",
                        "model: simulator/chat",
                        "model: openai/gpt-5.4\n      temperature: 0\n      api_key: \"${KEY}\"",
                        "temperature: is refused by 'gpt-5.4' while it reasons"));
    }
}

package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

/// A mistake in a pipeline file: the wrong settings, valid settings that differ only in the mistake, and its location
/// and message.
record Mistake(String name, String wrong, String right, String problem) {
    static final String PIPELINE = """
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - plugin: llm
                options:
                  model: simulator/chat
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
            """;

    /// The pipeline with `part` replaced.
    static Mistake of(String name, String part, String wrong, String right, String problem) {
        assertThat(PIPELINE).containsOnlyOnce(part);
        return new Mistake(name, PIPELINE.replace(part, wrong), PIPELINE.replace(part, right), problem);
    }

    @Override
    public String toString() {
        return name;
    }
}

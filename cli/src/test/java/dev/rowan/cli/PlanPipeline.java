package dev.rowan.cli;

/// A pipeline with a filter, a safety check and a model, for the commands that send nothing.
final class PlanPipeline {
    static final String TEXT = """
            run: {name: moods, max_cost_usd: 0.01}
            source: {plugin: csv, options: {path: reviews.csv, id: id}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: password, on_error: blocked}
              - plugin: azure_content_safety
                options:
                  endpoint: https://safety.example.com
                  fields: text
                  thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}
                  price_per_1000: 0.75
                  requests_per_minute: 60
                  pool_size: 10
              - plugin: llm
                name: mood
                options:
                  model: openai/small
                  base_url: https://api.openai.com/v1
                  user_prompt_template: "What mood is this? {{ text }}"
                  output_key: mood
                  max_tokens: 40
                  pool_size: 20
                  price: {input: 1, output: 4}
              - plugin: llm
                name: reply
                options:
                  model: openai/small
                  user_prompt_template: "Answer a {{ mood }} customer: {{ text }}"
                  output_key: reply
                  max_tokens: 400
                  pool_size: 20
                  price: {input: 1, output: 4}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              blocked: {plugin: jsonl, options: {path: out/blocked.jsonl}}
            """;

    private PlanPipeline() {}
}

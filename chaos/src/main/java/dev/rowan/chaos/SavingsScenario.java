package dev.rowan.chaos;

import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/// The pipeline of crash tests of everything that saves money: prompt caches with marks in blocks and with
/// breakpoints, an explicit cache, a flex tier that is refused at times, and equal requests that share an answer. Costs
/// rest on the simulator's prices. With `batch`, the calls of models go through batch services, without explicit
/// caches.
public record SavingsScenario(int rows, long seed, boolean batch) {
    /// Long enough to be cached.
    private static final String PREFIX =
            "You are a patient clerk who reads letters. ".repeat(110).strip();

    private static final Map<String, Object> FAULTS = Map.of(
            "status:503:none", 0.04,
            "openai_chat/lost_reply", 0.05,
            "anthropic_messages/failed_reply:504", 0.04,
            "openai_embeddings/lost_reply", 0.05,
            "gemini_cached_content/lost_reply", 0.3);

    /// Writes the scenario into `site` and returns a trial of it.
    public Trial in(Path site, PluginCatalog catalog, FaultVariation variation, Trial.Outer outer) throws IOException {
        PipelineFile read = Scenario.written(site, lines(), pipeline(), Map.of());
        return new Trial(
                site,
                site,
                read.root(),
                read.text(),
                catalog,
                Map.of(),
                Scenario.settings(Map.of(
                        "seed",
                        seed,
                        "fault_attempts",
                        1,
                        "faults",
                        FAULTS,
                        "flex",
                        Map.of("refused", 0.2, "standard", 0.1),
                        "batch",
                        Map.of("running", "90s", "cache_hit_rate", 0.7))),
                Scenario.settings(Map.of("seed", seed, "batch", Map.of("running", "1m"))),
                OptionalLong.empty(),
                variation,
                outer);
    }

    private String pipeline() {
        String mode = batch ? "mode: batch, batch: {poll_interval: 30s, poll_max: 3m, max_requests: 4}, " : "";
        String tier = batch ? "" : "tier: flex, ";
        String common = "base_url: simulator, dedupe: true, max_tokens: 20, pool_size: 4, max_unknown_resends: 3,"
                + " retry: {max_attempts: 8, initial_delay: 1ms, max_delay: 2ms}, on_error: errors, ";
        return """
            run: {name: crash, window: 6, max_cost_usd: 5}
            source: {plugin: jsonl, options: {path: rows.jsonl, on_error: errors}}
            transforms:
              - plugin: llm
                name: mood
                options: {model: openai/gpt-5.6-terra, %s%s%soutput_key: mood,
                  system_prompt: "%s", user_prompt_template: "positive or negative? {{ text }}"}
              - plugin: llm
                name: topic
                options: {model: anthropic/claude-sonnet-5, %s%soutput_key: topic,
                  system_prompt: "%s", user_prompt_template: "one of: post, price. {{ text }}"}%s
              - plugin: embeddings
                name: embed
                options: {model: simulator/embedding, %sdimensions: 3, field: text, pool_size: 4, max_unknown_resends: 3,
                  retry: {max_attempts: 8, initial_delay: 1ms, max_delay: 2ms}, on_error: errors}
            sinks:
              output: {plugin: jsonl, options: {path: work/out.jsonl}}
              errors: {plugin: jsonl, options: {path: work/errors.jsonl}}
            """.formatted(mode, common, tier, PREFIX, mode, common, PREFIX, batch ? "" : named(common), mode);
    }

    /// A transform whose prefix is kept in an explicit cache.
    private static String named(String common) {
        return """

              - plugin: llm
                name: tone
                options: {model: gemini/gemini-2.5-flash, %scache: {ttl: 1h}, output_key: tone,
                  system_prompt: "%s", user_prompt_template: "one of: calm, angry. {{ text }}"}
            """.formatted(common, PREFIX).stripTrailing();
    }

    /// Two rows in five have the text of another.
    private List<String> lines() {
        var random = new SplittableRandom(seed);
        var lines = new ArrayList<String>();
        for (int n = 1; n <= rows; n++) {
            int text = random.nextInt(5) < 2 ? random.nextInt(3) : 100 + n;
            lines.add("{\"n\":" + n + ",\"text\":\"message " + text + " of " + seed + " is fine\"}");
        }
        return lines;
    }
}

package dev.rowan.chaos;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/// The pipeline of our own crash tests: a filter, a safety service and a model with two queries per row, three
/// sinks, and rows that pass, are blocked, are rejected, are unreadable, or must be sent again.
public record Scenario(int rows, long seed, Order order, Delivery delivery) {

    public enum Order {
        INPUT,
        NONE
    }

    /// The delivery policy for lost replies of the model.
    public enum Delivery {
        AT_MOST_ONCE("delivery: at_most_once"),
        AT_LEAST_ONCE("delivery: at_least_once"),
        PATIENT("max_unknown_resends: 3");

        private final String option;

        Delivery(String option) {
            this.option = option;
        }
    }

    /// The key of all services; it must never be written anywhere.
    public static final String KEY = "a-key-that-nobody-may-write-down";

    private static final Map<String, Object> SERVICE = Map.of(
            "fault_attempts",
            1,
            "faults",
            Map.of(
                    "status:503:none", 0.04,
                    "status:500", 0.05,
                    "openai_chat/lost_reply", 0.05,
                    "openai_chat/reset:300", 0.03,
                    "openai_chat/failed_reply:504", 0.02));

    /// Writes the scenario into `site` and returns a trial of it, with a service that sometimes fails.
    public Trial in(Path site, PluginCatalog catalog, FaultVariation variation, Trial.Outer outer) throws IOException {
        return in(site, catalog, variation, outer, SERVICE);
    }

    /// The same, with the simulator settings `settings` (docs/simulator.md).
    public Trial in(
            Path site, PluginCatalog catalog, FaultVariation variation, Trial.Outer outer, Map<String, Object> settings)
            throws IOException {
        Map<String, String> environment = environment();
        PipelineFile read = written(site, lines(), pipeline(), environment);
        FaultVariation failing = variation.out(wire -> variation.out().apply(withFailures(wire)));
        return new Trial(
                site,
                site,
                read.root(),
                read.text(),
                catalog,
                environment,
                settings(settings),
                settings(settings),
                OptionalLong.empty(),
                failing,
                outer);
    }

    private String pipeline() {
        return """
            run: {name: crash, window: 6, order: %s}
            source: {plugin: jsonl, options: {path: rows.jsonl, on_error: errors}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: ["(?i)password"], on_error: blocked}
              - plugin: azure_content_safety
                options:
                  fields: text
                  thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 2}
                  pool_size: 3
                  retry: {max_attempts: 8, initial_delay: 1ms, max_delay: 2ms}
                  on_error: blocked
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  pool_size: 4
                  retry: {max_attempts: 8, initial_delay: 1ms, max_delay: 2ms}
                  %s
                  queries:
                    - {output_key: mood, user_prompt_template: "positive or negative? {{ text }}"}
                    - {output_key: topic, user_prompt_template: "one of: post, price. {{ text }}"}
                  on_error: errors
            sinks:
              output: {plugin: jsonl, options: {path: work/out.jsonl}}
              blocked: {plugin: jsonl, options: {path: work/blocked.jsonl}}
              errors: {plugin: jsonl, options: {path: work/errors.jsonl}}
            """.formatted(order == Order.INPUT ? "input" : "none", delivery.option);
    }

    /// Writes rows and a pipeline into `site`, and returns the parsed pipeline.
    public static PipelineFile written(Path site, List<String> lines, String pipeline, Map<String, String> environment)
            throws IOException {
        Files.createDirectories(site);
        Files.write(site.resolve("rows.jsonl"), lines);
        Path file = Files.writeString(site.resolve("pipeline.yaml"), pipeline);
        var problems = new Problems();
        return PipelineFile.read(file, environment, problems).orElseThrow(() -> new ConfigException(problems.list()));
    }

    /// The settings of a simulated service (docs/simulator.md).
    public static SimulatorSettings settings(Map<String, Object> given) {
        var problems = new Problems();
        return Section.check(ConfigNode.of(given), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read)
                .orElseThrow(() -> new ConfigException(problems.list()));
    }

    private static Map<String, String> environment() {
        return Map.of(
                "OPENAI_BASE_URL",
                "https://models.example/v1",
                "OPENAI_API_KEY",
                KEY,
                "AZURE_CONTENT_SAFETY_ENDPOINT",
                "https://safety.example",
                "AZURE_CONTENT_SAFETY_KEY",
                KEY);
    }

    /// One row in ten is rejected by each of: the filter, the safety service, the model, the parser of its answer,
    /// the source.
    private List<String> lines() {
        var random = new SplittableRandom(seed);
        var lines = new ArrayList<String>();
        for (int n = 1; n <= rows; n++) {
            String more = switch (random.nextInt(12)) {
                case 0 -> " my password";
                case 1 -> " I will kill you";
                case 2 -> " [[400]]";
                case 3 -> " [[html]]";
                default -> " is fine";
            };
            lines.add(
                    random.nextInt(25) == 0
                            ? "{\"n\":" + n + ", no json"
                            : "{\"n\":" + n + ",\"text\":\"message " + n + " of " + seed + more + "\"}");
        }
        return lines;
    }

    /// Makes the model fail for marked rows, every time.
    private static Wire withFailures(Wire wire) {
        return new Wire() {
            @Override
            public WireReply exchange(WireRequest request) {
                String body = request.body().asText();
                boolean model = request.uri().getPath().endsWith("completions");
                if (model && body.contains("[[400]]")) {
                    return wire.exchange(with(request, "status:400"));
                }
                return wire.exchange(model && body.contains("[[html]]") ? with(request, "body:html") : request);
            }

            @Override
            public WireReply transfer(Transfer transfer) {
                return wire.transfer(transfer);
            }
        };
    }

    private static WireRequest with(WireRequest request, String fault) {
        return new WireRequest(
                request.method(),
                request.uri(),
                request.headers().with("x-simulator-fault", fault),
                request.credentials(),
                request.body(),
                request.deadline());
    }
}

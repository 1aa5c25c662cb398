package dev.rowan.chaos.batch;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.chaos.FaultVariation;
import dev.rowan.chaos.Scenario;
import dev.rowan.chaos.Trial;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// The pipeline of crash tests of batches: a filter, and a model in batch mode, in jobs of a few calls, on an
/// accelerated clock. It allows more retries than any row should need.
public record BatchScenario(
        BatchProvider provider, BatchCourse course, int rows, int inJob, long seed, Scenario.Order order) {

    /// The points at which runs through batch services are killed: all that such a run reaches. A new landscape runs
    /// no migration, there is no checkpoint before 32 MiB of log, attempts in real time are covered by
    /// `CrashTestTest`, and only a job of hundreds of calls can be ingested in part, which
    /// `BatchCrashesTest` covers separately.
    public static final Set<FaultPoint> POINTS = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(
            FaultPoint.MIGRATION,
            FaultPoint.BEFORE_CHECKPOINT,
            FaultPoint.AFTER_CHECKPOINT,
            FaultPoint.BEFORE_INTENT,
            FaultPoint.AFTER_INTENT,
            FaultPoint.AFTER_REPLY,
            FaultPoint.AFTER_ANSWER,
            FaultPoint.BATCH_HALF_INGESTED)));

    /// Writes the scenario into `site` and returns a trial of it.
    public Trial in(Path site, PluginCatalog catalog, FaultVariation variation, Trial.Outer outer) throws IOException {
        return in(site, catalog, variation, outer, course.settings(provider, seed));
    }

    /// The same, with a service that behaves by `settings`.
    public Trial in(
            Path site, PluginCatalog catalog, FaultVariation variation, Trial.Outer outer, Map<String, Object> settings)
            throws IOException {
        Map<String, String> environment = BatchProvider.environment(Scenario.KEY);
        PipelineFile read = Scenario.written(site, lines(), pipeline(), environment);
        return new Trial(
                site,
                site,
                read.root(),
                read.text(),
                catalog,
                environment,
                Scenario.settings(settings),
                Scenario.settings(BatchCourse.calm(seed)),
                OptionalLong.empty(),
                withDoubledCreates(variation),
                outer);
    }

    private FaultVariation withDoubledCreates(FaultVariation variation) {
        FaultVariation doubled = course == BatchCourse.DOUBLED
                ? variation.out(wire -> variation.out().apply(new DoubledCreates(wire)))
                : variation;
        return provider == BatchProvider.GEMINI_FILE
                ? doubled.within(pipeline -> doubled.within().apply(ByFile.in(pipeline)))
                : doubled;
    }

    /// The model's name and options, indented as in the pipeline.
    private String model() {
        return provider.model()
                + provider.options().stream().map(option -> "\n      " + option).collect(Collectors.joining());
    }

    private String pipeline() {
        return """
            run: {name: crash, window: 6, order: %s, max_cost_usd: 5}
            source: {plugin: jsonl, options: {path: rows.jsonl, on_error: errors}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: ["(?i)password"], on_error: blocked}
              - plugin: llm
                options:
                  model: %s
                  mode: batch
                  batch: {poll_interval: 30s, poll_max: 3m, timeout: %s, min_requests: 1, max_requests: %d}
                  max_tokens: 20
                  price: {input: 0.15, output: 0.60}
                  retry: {max_attempts: 30, initial_delay: 1ms, max_delay: 2ms}
                  max_unknown_resends: 10
                  queries:
                    - {output_key: mood, user_prompt_template: "positive or negative? {{ text }}"}
                    - {output_key: topic, user_prompt_template: "one of: post, price. {{ text }}"}
                  on_error: errors
            sinks:
              output: {plugin: jsonl, options: {path: work/out.jsonl}}
              blocked: {plugin: jsonl, options: {path: work/blocked.jsonl}}
              errors: {plugin: jsonl, options: {path: work/errors.jsonl}}
            """.formatted(order == Scenario.Order.INPUT ? "input" : "none", model(), course.timeout(), inJob);
    }

    /// One row in ten is blocked by the filter, one in twenty is unreadable.
    private List<String> lines() {
        var random = new SplittableRandom(seed);
        var lines = new ArrayList<String>();
        for (int n = 1; n <= rows; n++) {
            String more = random.nextInt(10) == 0 ? " my password" : " is fine";
            lines.add(
                    random.nextInt(20) == 0
                            ? "{\"n\":" + n + ", no json"
                            : "{\"n\":" + n + ",\"text\":\"message " + n + " of " + seed + more + "\"}");
        }
        return lines;
    }
}

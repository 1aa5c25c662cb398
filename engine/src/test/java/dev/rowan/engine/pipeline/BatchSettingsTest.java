package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.TransformResult;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.pipeline.BatchSettings.Fallback;
import dev.rowan.engine.pipeline.BatchSettings.Mode;
import dev.rowan.engine.pipeline.BatchSettings.OnInterrupt;
import dev.rowan.testkit.FixedTransformPlugin;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchSettingsTest {
    private static final BatchLimits TERMS = new BatchLimits(
            "fake",
            1_000,
            1_000_000,
            new BigDecimal("0.5"),
            Duration.ofMinutes(1),
            Duration.ofHours(24),
            OptionalInt.empty(),
            OptionalInt.empty(),
            true);

    private record Asking(Optional<BatchLimits> batchLimits) implements RowTransform, BatchCapable {
        @Override
        public TransformResult process(dev.rowan.api.Row row, PluginContext context) {
            return TransformResult.success(row);
        }

        @Override
        public BatchService batchService() {
            throw new UnsupportedOperationException();
        }
    }

    private static Pipeline.TransformNode node(
            Optional<BatchLimits> terms, Map<String, ?> options, Map<String, ?> run, Capability... capabilities) {
        var root = Map.of(
                "run", run,
                "source", Map.of("plugin", "source"),
                "transforms", List.of(Map.of("plugin", "ask", "options", options)),
                "sinks", Map.of("output", Map.of("plugin", "sink")));
        return PipelineAssembly.assemble(
                        ConfigNode.of(root),
                        new PipelineAssembly.Origin("a test", Path.of("."), Optional.empty()),
                        PluginCatalog.of(List.of(
                                new FixedSourcePlugin("source", ListSource.counting(1)),
                                new FixedTransformPlugin("ask", new Asking(terms), Set.of(capabilities)),
                                new FixedSinkPlugin("sink", new ListSink()))))
                .transforms()
                .getFirst();
    }

    private static Pipeline.TransformNode node(Map<String, ?> options) {
        return node(Optional.of(TERMS), options, Map.of(), Capability.CALLS_OUT, Capability.BATCHES);
    }

    private static void assertProblem(String words, Optional<BatchLimits> terms, Map<String, ?> options) {
        assertThatThrownBy(() -> node(terms, options, Map.of(), Capability.CALLS_OUT, Capability.BATCHES))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(words);
    }

    @Test
    void everyKeyIsRead() {
        BatchSettings settings = node(Map.of(
                        "mode",
                        "batch",
                        "batch",
                        Map.ofEntries(
                                Map.entry("poll_interval", "5s"),
                                Map.entry("poll_max", "7m"),
                                Map.entry("timeout", "12h"),
                                Map.entry("min_requests", 99),
                                Map.entry("max_requests", 999),
                                Map.entry("max_bytes", "900KB"),
                                Map.entry("max_enqueued_tokens", 123_456),
                                Map.entry("max_jobs", 4),
                                Map.entry("priority", 3),
                                Map.entry("fallback", "realtime"),
                                Map.entry("on_interrupt", "cancel"),
                                Map.entry("canary", true))))
                .batch();

        assertThat(settings)
                .isEqualTo(new BatchSettings(
                        Mode.BATCH,
                        Optional.of(Duration.ofSeconds(5)),
                        Duration.ofMinutes(7),
                        Optional.of(Duration.ofHours(12)),
                        OptionalInt.of(99),
                        OptionalInt.of(999),
                        OptionalLong.of(900_000),
                        OptionalLong.of(123_456),
                        OptionalInt.of(4),
                        3,
                        Fallback.REALTIME,
                        OnInterrupt.CANCEL,
                        true));
    }

    @Test
    void callsGoOutInRealTimeWithoutAWord() {
        assertThat(node(Map.of()).batch()).isEqualTo(BatchSettings.REALTIME);
        assertThat(node(Map.of()).usesBatches()).isFalse();
        assertThat(node(Map.of("mode", "batch")).usesBatches()).isTrue();
    }

    @Test
    void aTransformThatDoesNotDeclareItHasNoSuchKeys() {
        assertThatThrownBy(() -> node(Optional.of(TERMS), Map.of("mode", "batch"), Map.of(), Capability.CALLS_OUT))
                .hasMessageContaining("unknown key 'mode'");
    }

    @Test
    void aProviderWithoutABatchServiceIsNamedWithBothWaysOut() {
        assertProblem(
                "batch requires a batch service, and ask has none; set mode: realtime, or batch: {fallback: realtime}",
                Optional.empty(),
                Map.of("mode", "batch"));
        var fallback = Map.of("mode", "batch", "batch", Map.of("fallback", "realtime"));
        assertThat(node(Optional.empty(), fallback, Map.of(), Capability.CALLS_OUT, Capability.BATCHES)
                        .usesBatches())
                .isFalse();
    }

    @Test
    void keysWithoutAModeThatUsesThemAreAProblem() {
        assertProblem(
                "must be omitted with mode: realtime", Optional.of(TERMS), Map.of("batch", Map.of("canary", true)));
    }

    @Test
    void aJobIsNotLargerThanTheProviderTakes() {
        assertProblem(
                "must be at most 1000, the limit of fake per job, got 1001",
                Optional.of(TERMS),
                Map.of("mode", "batch", "batch", Map.of("max_requests", 1_001)));
        assertProblem(
                "must allow jobs: a job has at least 50 requests (min_requests) and at most 49 (max_requests)",
                Optional.of(TERMS),
                Map.of("mode", "batch", "batch", Map.of("min_requests", 50, "max_requests", 49)));
        assertProblem(
                "must be at most 1000000 bytes, the limit of fake per job, got 2000000",
                Optional.of(TERMS),
                Map.of("mode", "batch", "batch", Map.of("max_bytes", "2MB")));
    }

    @Test
    void autoNeedsADeadline() {
        assertProblem("auto requires run.deadline", Optional.of(TERMS), Map.of("mode", "auto"));
        var notCancellable = new BatchLimits(
                TERMS.provider(),
                TERMS.maxRequests(),
                TERMS.maxBytes(),
                TERMS.share(),
                TERMS.pollInterval(),
                TERMS.timeout(),
                TERMS.createsPerHour(),
                TERMS.maxJobs(),
                TERMS.tagged(),
                1,
                false);
        assertProblem("auto cancels batches that are late", Optional.of(notCancellable), Map.of("mode", "auto"));
        var deadline = Map.of("deadline", "6h");
        assertThat(node(Optional.of(TERMS), Map.of("mode", "auto"), deadline, Capability.CALLS_OUT, Capability.BATCHES)
                        .batch()
                        .mode())
                .isEqualTo(Mode.AUTO);
    }

    @Test
    void howCallsAreSentMayChangeDuringARun() {
        Pipeline.TransformNode before = node(Map.of());
        Pipeline.TransformNode after = node(Map.of("mode", "batch", "batch", Map.of("priority", 2)));
        assertThat(after.optionsSha256()).isEqualTo(before.optionsSha256());
        assertThat(after.tuning()).containsEntry("mode", "batch").containsEntry("batch", "{priority: 2}");
    }
}

package dev.rowan.telemetry;

import dev.rowan.engine.observe.RunEvent;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import dev.rowan.telemetry.name.CallName;
import dev.rowan.telemetry.name.ErrorType;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleCounter;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import java.util.List;

/// The metrics of a run: those of the GenAI conventions for each attempt, and rows and cost. Thread-safe.
final class CallMetrics {
    private static final List<Double> SECONDS =
            List.of(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);
    private static final List<Long> TOKENS = List.of(
            1L,
            4L,
            16L,
            64L,
            256L,
            1_024L,
            4_096L,
            16_384L,
            65_536L,
            262_144L,
            1_048_576L,
            4_194_304L,
            16_777_216L,
            67_108_864L);

    private final DoubleHistogram duration;
    private final LongHistogram tokens;
    private final LongCounter rows;
    private final DoubleCounter cost;
    private final LongCounter unpriced;

    CallMetrics(Meter meter) {
        this.duration = meter.histogramBuilder("gen_ai.client.operation.duration")
                .setUnit("s")
                .setDescription("Duration of attempts.")
                .setExplicitBucketBoundariesAdvice(SECONDS)
                .build();
        this.tokens = meter.histogramBuilder("gen_ai.client.token.usage")
                .ofLongs()
                .setUnit("{token}")
                .setDescription("Tokens of attempts, as the provider counted them.")
                .setExplicitBucketBoundariesAdvice(TOKENS)
                .build();
        this.rows = meter.counterBuilder("rowan.rows")
                .setUnit("{row}")
                .setDescription("Rows by outcome; each part of a split row counts.")
                .build();
        this.cost = meter.counterBuilder("rowan.cost")
                .ofDoubles()
                .setUnit("USD")
                .setDescription("Cost of attempts, at most: the worst case if it is not known.")
                .build();
        this.unpriced = meter.counterBuilder("rowan.unpriced_attempts")
                .setUnit("{attempt}")
                .setDescription("Attempts without a known price, which are not in rowan.cost.")
                .build();
    }

    void count(RunEvent.AttemptEnded attempt, CallName name) {
        CallEnded end = attempt.end();
        Attributes common = common(name);
        AttributesBuilder builder = common.toBuilder();
        ErrorType.of(end).ifPresent(word -> builder.put("error.type", word));
        if (end.job().isEmpty()) {
            duration.record(end.times().wireMicros() / 1e6, builder.build());
        }
        end.usage().input().ifPresent(count -> record(count, "input", common));
        end.usage().output().ifPresent(count -> record(count, "output", common));
        Attributes node = common.toBuilder().put("rowan.node", attempt.node()).build();
        CallCost.of(end.cost(), end.costKnown())
                .amount()
                .ifPresentOrElse(usd -> cost.add(usd.dollars().doubleValue(), node), () -> unpriced.add(1, node));
    }

    private void record(long count, String type, Attributes common) {
        tokens.record(count, common.toBuilder().put("gen_ai.token.type", type).build());
    }

    private static Attributes common(CallName name) {
        AttributesBuilder builder = Attributes.builder()
                .put("gen_ai.operation.name", name.operation())
                .put("gen_ai.provider.name", name.provider())
                .put("server.address", name.host())
                .put("server.port", name.port());
        name.asked().ifPresent(model -> builder.put("gen_ai.request.model", model));
        name.answered().ifPresent(model -> builder.put("gen_ai.response.model", model));
        return builder.build();
    }

    void count(RunEvent.RowEnded row) {
        for (RunEvent.Ended token : row.tokens()) {
            rows.add(
                    1,
                    Attributes.builder()
                            .put("rowan.outcome", token.outcome().word())
                            .build());
        }
    }
}

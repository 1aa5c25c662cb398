package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.secret.Secret;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.WorkerTransform;
import dev.rowan.engine.WorkerTransform.Limits;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An answer that comes when its row no longer waits was paid for all the same: it is on record with its cost, and it
/// is nobody else's.
@Timeout(180)
class LatePaidAnswerTest {
    private static final Usd PAID = new Usd(7_000);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ListSink output = new ListSink();
    private final ListSink failed = new ListSink();

    @TempDir
    private Path folder;

    /// One row at a time: the second begins when the first has given up, and asks when the answer of the first is
    /// there.
    @Test
    void isRecordedWithItsCostAndAnswersNoOtherRow() throws Exception {
        var firstGaveUp = new CountDownLatch(1);
        var firstCameLate = new CountDownLatch(1);
        var wire = new ScriptedWire((body, _) -> {
            if (body.equals(question(1))) {
                await(firstGaveUp);
            }
            return ScriptedWire.ok(body);
        });
        var workers = new WorkerTransform(Limits.answeredWithin(SHORT, LONG), (row, context, port) -> {
            boolean first = context.token().rowSeq() == 1;
            if (!first) {
                firstGaveUp.countDown();
                await(firstCameLate);
            }
            var answered = (CallResult.Answered)
                    context.calls().send(call(context.token().rowSeq()));
            Row answer = row.with("answer", answered.reply().body().asText());
            port.emit(context.token(), context.stateId(), TransformResult.success(answer));
            if (first) {
                firstCameLate.countDown();
            }
        });
        try (var pipeline = new TestPipeline(folder)
                .with("window", 1)
                .source(ListSource.counting(2))
                .transform(
                        "ask",
                        workers,
                        Map.of("on_error", "failed", "pool_size", 4, "retry", Map.of("max_attempts", 1)),
                        Capability.CALLS_OUT)
                .sink("output", output)
                .sink("failed", failed)
                .wire(wire)) {
            RunResult result = pipeline.run();

            assertThat(result.counts().reasons()).isEqualTo(Map.of("answer_timeout", 1L));
            assertThat(output.rows()).containsExactly(Row.of("n", 2).with("answer", question(2)));
            assertThat(failed.rows()).hasSize(1);
            assertThat(pipeline.notes("late_result")).singleElement().asString().contains("r1/n0/a1");
            assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                    .hasSize(2)
                    .allSatisfy(end -> assertThat(end.state()).isEqualTo(CallState.ANSWERED))
                    .allSatisfy(end -> assertThat(end.cost()).isEqualTo(PAID))
                    .extracting(end -> end.key().rowSeq())
                    .containsExactly(1L, 2L);
            assertThat(pipeline.summary().calls().cost()).isEqualTo(PAID.plus(PAID));
            assertThat(result.counts().calls().spent()).isEqualTo(PAID.plus(PAID));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String question(long n) {
        return "{\"n\":" + n + "}";
    }

    private static Call call(long n) {
        var request = WireRequest.postJson(
                URI.create("https://service.test/ask"),
                Headers.none(),
                Credential.bearer("service.test", Secret.of("${KEY}", "key-of-the-test")),
                Payload.utf8(question(n)),
                Duration.ofSeconds(30));
        var estimate = new Estimate(10, 10, 0, Optional.of(PAID), Optional.of(PAID));
        return new Call(
                1,
                request,
                estimate,
                false,
                reply -> Receipt.answered(Usage.unknown(), Optional.of(PAID), Optional.empty()));
    }
}

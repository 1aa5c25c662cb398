package dev.rowan.app;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.LoopbackService.Reply;
import dev.rowan.app.LoopbackService.Request;
import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A service that is down or rejects every request, from outside: the real program, real HTTP, and a port that
/// is closed and opened again.
class OutageIT {
    private static final int ROWS = 120;
    private static final int POOL = 10;

    @TempDir
    private Path folder;

    private LoopbackService service;

    @BeforeEach
    void open() throws IOException {
        service = LoopbackService.start();
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message " + n + "\"}")
                        .toList());
        pipeline("10m", "gpt-4o");
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void pipeline(String downTimeout, String secondModel) throws IOException {
        Files.writeString(folder.resolve("pipeline.yaml"), """
            run: {name: outage, service_down_timeout: %s}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options: {model: openai/gpt-4o-mini, user_prompt_template: "say {{ text }}", output_key: said, pool_size: 10}
              - plugin: llm
                options: {model: openai/%s, user_prompt_template: "mood of {{ text }}", output_key: mood, pool_size: 10}
            sinks:
              output: {plugin: jsonl, options: {path: output.jsonl}}
            """.formatted(downTimeout, secondModel));
    }

    @Test
    void aClosedPortStopsTheRunAfterTheTimeoutAndItResumesOnceThePortIsOpen() throws Exception {
        pipeline("1s", "gpt-4o");
        service.closePort();

        Ended stopped = rowan("run", "pipeline.yaml", "--quiet");

        assertThat(stopped.code()).as(stopped.err()).isEqualTo(5);
        assertThat(stopped.err())
                .contains("run.service_down_timeout", "127.0.0.1", "could not be reached for 1.0 s", "resume");
        assertThat(output()).isEmpty();
        assertThat(attempts(CallState.NOT_SENT)).isLessThanOrEqualTo(POOL + 20);

        service.openPort();
        assertResumes();
        assertThat(service.requests()).hasSize(2 * ROWS).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"404, model_not_found", "400, unsupported_parameter"})
    void anErrorThatAffectsEveryRowStopsTheRunAndItResumesOnceItIsFixed(int status, String code) throws Exception {
        pipeline("10m", "gpt-5-mistyped");
        service.script(request -> request.model().contains("mistyped")
                ? LoopbackService.error(status, code, "no such thing as " + request.model())
                : LoopbackService.answer(request));

        Ended stopped = rowan("run", "pipeline.yaml", "--quiet");

        assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
        assertThat(stopped.err())
                .contains(" rows in a row", "status " + status, code, "no such thing as gpt-5-mistyped", "resume");
        assertThat(output()).isEmpty();
        assertThat(requests("mistyped")).isLessThanOrEqualTo(POOL + 20);

        pipeline("10m", "gpt-5");
        Ended resumed = rowan("resume", "latest", "--accept-change");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(output()).isEqualTo(expected());
        assertThat(requests("gpt-4o-mini")).as("paid for once").isEqualTo(ROWS);
        assertThat(requests("gpt-5")).isEqualTo(requests("mistyped") + ROWS);
        assertVerifies();
    }

    @Test
    void anOutageInTheMiddleOfARunFailsNoRowAndEveryExtraRequestIsNamed() throws Exception {
        var held = new CountDownLatch(POOL);
        var closed = new CountDownLatch(1);
        service.script(request -> {
            if (service.requests().size() > 40 && closed.getCount() > 0) {
                held.countDown();
                await(closed);
            }
            return LoopbackService.answer(request);
        });
        try (var run =
                RowanProcess.start(folder, RowanProcess.command("run", "pipeline.yaml"), service.environment())) {
            run.awaitThat(() -> held.getCount() == 0);
            service.closePort();
            closed.countDown();
            run.awaitThat(() -> attempts(CallState.NOT_SENT) >= 1); // from then on it is probed by connections
            service.openPort();

            Ended ended = run.await();
            assertThat(ended.code()).as(ended.err()).isZero();
        }
        assertThat(output()).isEqualTo(expected());
        Map<Request, Long> received = service.requests().stream().collect(groupingBy(identity(), counting()));
        assertThat(received).hasSize(2 * ROWS);
        int extra = service.requests().size() - received.size();
        assertThat(extra).isPositive();
        assertThat(attempts(CallState.UNKNOWN)).isGreaterThanOrEqualTo(extra); // some never arrived
        assertVerifies();
    }

    @Test
    void aServiceThatAcceptsConnectionsAndClosesThemFailsNoRowAndEveryExtraRequestIsNamed() throws Exception {
        var broken = new AtomicBoolean(true);
        service.script(request ->
                broken.get() && service.requests().size() > 40 ? Reply.NONE : LoopbackService.answer(request));
        try (var run =
                RowanProcess.start(folder, RowanProcess.command("run", "pipeline.yaml"), service.environment())) {
            run.awaitThat(() -> attempts(CallState.UNKNOWN) >= POOL + 2);
            broken.set(false);

            Ended ended = run.await();
            assertThat(ended.code()).as(ended.err()).isZero();
        }
        assertThat(output()).isEqualTo(expected());
        assertThat(service.requests()).hasSize(2 * ROWS + (int) attempts(CallState.UNKNOWN));
        assertVerifies();
        assertThat(rowan("status", "latest").out()).contains("was unreachable from", "(reset:");
        assertThat(rowan("explain", "latest", "--row", Integer.toString(ROWS)).out())
                .contains("waited: 127.0.0.1", "was unreachable from");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertResumes() throws Exception {
        Ended resumed = rowan("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(output()).isEqualTo(expected());
        assertVerifies();
    }

    private void assertVerifies() throws Exception {
        Ended verified = rowan("verify", "latest");
        assertThat(verified.code()).as(verified.out()).isZero();
    }

    /// The output of a run without an outage.
    private static String expected() {
        return IntStream.rangeClosed(1, ROWS).mapToObj("""
                {"n":%1$d,"text":"message %1$d","said":"re: say message %1$d","mood":"re: mood of message %1$d"}
                """::formatted).reduce("", String::concat);
    }

    private String output() throws IOException {
        Path file = folder.resolve("output.jsonl");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private long requests(String model) {
        return service.requests().stream()
                .filter(request -> request.model().contains(model))
                .count();
    }

    private long attempts(CallState state) {
        if (!Files.exists(folder.resolve("rowan.db"))) {
            return 0;
        }
        try (LandscapeReader reader = Landscapes.read("sqlite:rowan.db", folder)) {
            return reader.runs()
                    .summary(reader.runs().resolve("latest"))
                    .calls()
                    .attempts()
                    .getOrDefault(state, 0L);
        } catch (LandscapeException _) {
            return 0; // no run is recorded yet
        }
    }

    private Ended rowan(String... args) throws Exception {
        return RowanProgram.run(folder, service.environment(), args);
    }
}

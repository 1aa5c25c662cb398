package dev.rowan.providers.gemini;

import static dev.rowan.providers.service.BatchSimulator.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.ItemResult.Replied;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.reply.Rejection.Kind;
import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.BatchStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Gemini's batches through their whole life, inline and by file, against the simulator over HTTP.
class GeminiBatchesTest {
    private static final String MODEL = "gemini-2.5-flash";
    private static final GeminiChat CODEC = new GeminiChat();
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final BatchStep MAKES = new BatchStep(true, BatchErrors::read);

    @TempDir
    private Path folder;

    private static GeminiBatches service(BatchSimulator simulator) {
        return new GeminiBatches(simulator.endpoint(Optional.empty()), MODEL, BatchSimulator::receipt);
    }

    private static Submission submission(BatchSimulator simulator, String id, int count) throws Exception {
        return simulator.submission(id, count, service(simulator), CODEC, simulator.endpoint(Optional.empty()));
    }

    private static BatchStatus status(BatchSimulator simulator, BatchStatus of) {
        return done(service(simulator).status(of.batchId(), simulator.wire()));
    }

    private static BatchStatus inline(BatchSimulator simulator, String id, int count) throws Exception {
        return done(service(simulator).create(submission(simulator, id, count), Optional.empty(), simulator.wire()));
    }

    /// By file, however small it is.
    private static String uploaded(BatchSimulator simulator, Submission submission) {
        var requests = new GeminiRequests(simulator.endpoint(Optional.empty()));
        return done(new FileUpload(requests, MAKES).send(submission, simulator.wire()))
                .orElseThrow();
    }

    private static BatchStatus byFile(BatchSimulator simulator, String id, int count) throws Exception {
        Submission submission = submission(simulator, id, count);
        return done(
                service(simulator).create(submission, Optional.of(uploaded(simulator, submission)), simulator.wire()));
    }

    private static BatchStatus made(BatchSimulator simulator, boolean inline, int count) throws Exception {
        return inline ? inline(simulator, "s1", count) : byFile(simulator, "s1", count);
    }

    @ParameterizedTest
    @CsvSource({"true,false", "true,true", "false,false", "false,true"})
    void goesThroughItsWholeLife(boolean inline, boolean jobState) throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("running", "10s", "job_state", jobState))) {
            BatchStatus made = made(simulator, inline, 5);
            assertThat(made.state()).isEqualTo(State.RUNNING);
            assertThat(made.providerState()).startsWith(jobState ? "JOB_STATE_" : "BATCH_STATE_");
            assertThat(made.tag()).contains("tag-s1");
            assertThat(made.total()).hasValue(5);
            assertThat(made.createdAt()).isPresent();
            simulator.advance(Duration.ofSeconds(4));
            assertThat(status(simulator, made).counts()).contains(new Counts(2, 0, 3));
            assertThat(done(service(simulator).list(Optional.empty(), simulator.wire()))
                            .batches())
                    .extracting(BatchStatus::tag)
                    .containsExactly(Optional.of("tag-s1"));
            simulator.advance(Duration.ofSeconds(6));
            BatchStatus ended = status(simulator, made);
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(ended.counts()).contains(new Counts(5, 0, 0));
            assertThat(simulator.results(service(simulator), ended)).hasSize(5).allSatisfy(item -> {
                Replied replied = (Replied) item.orElseThrow();
                assertThat(replied.reply().status()).isEqualTo(200);
                assertThat(text(replied.reply())).isEqualTo(inRealTime(simulator, replied.customId()));
            });
            assertThat(files()).hasSize(2);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private static String inRealTime(BatchSimulator simulator, String customId) {
        String number = customId.substring(customId.lastIndexOf('-') + 1);
        var question = ChatRequest.of(MODEL, "Is it good or bad? great " + number, 50);
        WireReply reply = simulator.wire().exchange(CODEC.request(simulator.endpoint(Optional.empty()), question));
        return text((WireReply.Complete) reply);
    }

    private static String text(WireReply.Complete reply) {
        return ((ChatReply.Answered) CODEC.reply(reply)).text();
    }

    @Test
    @Tag("slow")
    void goesByFileAboveTwentyMegabytes() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of())) {
            var service = service(simulator);
            List<byte[]> bodies = IntStream.range(0, 100)
                    .mapToObj(i -> CODEC.request(
                                    simulator.endpoint(Optional.empty()),
                                    ChatRequest.of(MODEL, "x".repeat(200_000) + i, 5))
                            .body()
                            .bytes())
                    .toList();
            Submission large = simulator.submission("s1", service, bodies);
            Submission small = simulator.submission("s2", service, bodies.subList(0, 99));
            assertThat(done(service.upload(small, simulator.wire()))).isEmpty();
            Optional<String> file = done(service.upload(large, simulator.wire()));
            assertThat(file.orElseThrow()).startsWith("files/");
            assertThat(done(service.create(small, Optional.empty(), simulator.wire()))
                            .total())
                    .hasValue(99);
            BatchStatus made = done(service.create(large, file, simulator.wire()));
            simulator.advance(SECOND);
            assertThat(simulator.results(service, status(simulator, made))).hasSize(100);
            assertThat(service.delete(file.get(), simulator.wire())).isInstanceOf(BatchReply.Done.class);
            assertThat(service.delete(file.get(), simulator.wire())).isInstanceOf(BatchReply.Gone.class);
        }
    }

    @Test
    void readsAnOperationThatIsLargerThanAReplyMayBe() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of(), Map.of(), 4_000)) {
            BatchStatus made = inline(simulator, "s1", 100);
            simulator.advance(SECOND);
            BatchStatus ended = status(simulator, made);
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(simulator.results(service(simulator), ended))
                    .hasSize(100)
                    .allMatch(Optional::isPresent);
            assertThat(done(service(simulator).list(Optional.empty(), simulator.wire()))
                            .batches())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesNothingWhenItExpiresOrIsCancelled(boolean inline) throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("running", "96h"))) {
            BatchStatus made = made(simulator, inline, 4);
            simulator.advance(Duration.ofHours(49));
            assertThat(status(simulator, made).state()).isEqualTo(State.EXPIRED);
            assertThat(status(simulator, made).results()).isEmpty();
            BatchStatus other = made(simulator, inline, 4);
            BatchStatus cancelled = done(service(simulator).cancel(other.batchId(), simulator.wire()));
            assertThat(cancelled.state()).isEqualTo(State.CANCELLED);
            assertThat(cancelled.results()).isEmpty();
        }
    }

    @Test
    void listsPageByPageTheNewestFirst() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of())) {
            for (int i = 0; i < 51; i++) {
                inline(simulator, "s" + i, 1);
            }
            BatchPage first = done(service(simulator).list(Optional.empty(), simulator.wire()));
            assertThat(first.batches()).hasSize(50);
            assertThat(first.batches().getFirst().tag()).contains("tag-s50");
            BatchPage last = done(service(simulator).list(first.next(), simulator.wire()));
            assertThat(last.batches()).extracting(BatchStatus::tag).containsExactly(Optional.of("tag-s0"));
            assertThat(last.next()).isEmpty();
        }
    }

    @Test
    void isNotThereForAMoment() throws Exception {
        try (BatchSimulator simulator =
                BatchSimulator.open(folder, Map.of("get_lag", "5m", "list_lag", "4m", "file_lag", "1m"))) {
            BatchStatus made = inline(simulator, "s1", 1);
            assertThat(service(simulator).status(made.batchId(), simulator.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            assertThat(done(service(simulator).list(Optional.empty(), simulator.wire()))
                            .batches())
                    .isEmpty();
            Submission submission = submission(simulator, "s2", 1);
            Optional<String> file = Optional.of(uploaded(simulator, submission));
            var early = (BatchReply.Refused<BatchStatus>) service(simulator).create(submission, file, simulator.wire());
            assertThat(early.isRetryable()).isTrue();
            simulator.advance(Duration.ofMinutes(5));
            assertThat(status(simulator, made).batchId()).isEqualTo(made.batchId());
            assertThat(done(service(simulator).create(submission, file, simulator.wire()))
                            .state())
                    .isEqualTo(State.RUNNING);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400,400,INVALID", "401,401,DEAD_KEY", "403,403,DEAD_KEY", "404,404,INVALID",
        "429,429,CAPACITY", "500,500,RETRYABLE", "503,503,CAPACITY", "504,504,RETRYABLE"
    })
    void readsAnErrorAsTheReplyInRealTime(int code, int status, Kind kind) throws Exception {
        Map<String, ?> faulty = Map.of("row_faults", Map.of("status:" + code, 1));
        for (boolean inline : new boolean[] {true, false}) {
            try (BatchSimulator simulator = BatchSimulator.open(folder, faulty)) {
                BatchStatus made = made(simulator, inline, 1);
                simulator.advance(SECOND);
                BatchStatus ended = status(simulator, made);
                assertThat(ended.state()).isEqualTo(State.COMPLETED);
                assertThat(ended.counts()).contains(new Counts(0, 1, 0));
                Replied replied = (Replied)
                        simulator.results(service(simulator), ended).getFirst().orElseThrow();
                assertThat(replied.reply().status()).isEqualTo(status);
                assertThat(((ChatReply.Rejected) CODEC.reply(replied.reply()))
                                .rejection()
                                .kind())
                        .isEqualTo(kind);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsGoodLinesBesideMissingDoubleUnknownAndBrokenOnes(boolean inline) throws Exception {
        Map<String, Double> faults = Map.of("missing", 0.2, "duplicate", 0.2, "unknown", 0.2, "bad", 0.2);
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("lines", faults, "low_credit", 0.1))) {
            BatchStatus made = made(simulator, inline, 200);
            simulator.advance(SECOND);
            List<Optional<ItemResult>> results = simulator.results(service(simulator), status(simulator, made));
            var ours = new HashSet<String>();
            long twice = results.stream()
                    .flatMap(Optional::stream)
                    .filter(item -> item.customId().startsWith("s1-") && !ours.add(item.customId()))
                    .count();
            assertThat(twice).isBetween(20L, 60L);
            assertThat(ours).hasSizeBetween(100, inline ? 180 : 150);
            assertThat(results.stream().filter(Optional::isEmpty)).hasSizeBetween(inline ? 0 : 20, inline ? 0 : 60);
        }
    }

    @Test
    void reportsWhyItFailedAsAWhole() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of())) {
            Submission submission = submission(simulator, "s1", 2);
            Path file = Files.writeString(submission.requests(), "{\"key\":\"a\",\"request\":{}}\n{\n");
            var broken = new Submission("s1", "t", file, 2, Files.size(file));
            BatchStatus made =
                    done(service(simulator).create(broken, Optional.of(uploaded(simulator, broken)), simulator.wire()));
            simulator.advance(SECOND);
            BatchStatus failed = status(simulator, made);
            assertThat(failed.state()).isEqualTo(State.FAILED);
            assertThat(failed.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.code()).isEqualTo("INVALID_ARGUMENT");
                assertThat(problem.line()).hasValue(2);
            });
            assertThat(failed.isQuota()).isFalse();
            assertThat(service(simulator).create(broken, Optional.empty(), simulator.wire()))
                    .isInstanceOf(BatchReply.NotSent.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "lost_reply,1",
        "reset:30,1",
        "truncate,1",
        "failed_reply:500,1",
        "failed_reply:504,1",
        "status:500,0",
        "status:503,0",
        "body:html,1",
        "body:empty,1",
        "length:7,1"
    })
    void doesNotKnowWhatBecameOfACreationWithoutAReply(String fault, long batches) throws Exception {
        Map<String, ?> faults = Map.of("faults", Map.of("gemini_batch_create/" + fault, 1));
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of(), faults, HttpSettings.MAX_BODY)) {
            var service = service(simulator);
            assertThat(service.create(submission(simulator, "s1", 2), Optional.empty(), simulator.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
            assertThat(simulator.batches()).isEqualTo(batches);
            assertThat(files()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost_reply", "failed_reply:503", "truncate", "body:html"})
    void doesNotKnowWhatBecameOfAnUploadWithoutAReply(String fault) throws Exception {
        Map<String, ?> faults = Map.of("faults", Map.of("gemini_file_upload/" + fault, 1));
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of(), faults, HttpSettings.MAX_BODY)) {
            var requests = new GeminiRequests(simulator.endpoint(Optional.empty()));
            assertThat(new FileUpload(requests, MAKES).send(submission(simulator, "s1", 2), simulator.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
        }
    }

    @Test
    void isRejectedForCapacity() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("max_jobs", 1))) {
            inline(simulator, "s1", 1);
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(simulator).create(submission(simulator, "s2", 1), Optional.empty(), simulator.wire());
            assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY);
        }
        Map<String, ?> limits = Map.of("limits", Map.of("requests", 1, "per", "60s"));
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of(), limits, HttpSettings.MAX_BODY)) {
            inline(simulator, "s1", 1);
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(simulator).create(submission(simulator, "s2", 1), Optional.empty(), simulator.wire());
            assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY);
            assertThat(refused.retryAfter().orElseThrow()).isBetween(SECOND, Duration.ofSeconds(60));
        }
    }

    @Test
    void isGoneWhenItVanishedAndStrangeWhenItsOutputIs() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("kept", "2h"))) {
            var service = service(simulator);
            BatchStatus made = byFile(simulator, "s1", 2);
            simulator.advance(SECOND);
            BatchStatus ended = status(simulator, made);
            simulator.advance(Duration.ofHours(2));
            assertThat(service.download(ended, ended.results().getFirst(), folder.resolve("gone"), simulator.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            assertThat(status(simulator, made).state()).isEqualTo(State.STRANGE);
            BatchStatus other = inline(simulator, "s2", 1);
            simulator.control("POST", "batches/" + other.batchId() + "/vanish", Payload.empty());
            assertThat(service.status(other.batchId(), simulator.wire())).isInstanceOf(BatchReply.Gone.class);
            assertThat(service.cancel(other.batchId(), simulator.wire())).isInstanceOf(BatchReply.Gone.class);
            BatchStatus third = inline(simulator, "s3", 1);
            simulator.control("POST", "batches/" + third.batchId() + "/show?status=BATCH_STATE_NEW", Payload.empty());
            assertThat(status(simulator, third).state()).isEqualTo(State.STRANGE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset:300", "truncate", "length:9", "lost_reply"})
    void neverTakesACutDownloadForAWholeOne(String fault) throws Exception {
        for (boolean inline : new boolean[] {true, false}) {
            try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of())) {
                BatchStatus made = made(simulator, inline, 3);
                simulator.advance(SECOND);
                BatchStatus ended = status(simulator, made);
                simulator.change(
                        Map.of("faults", Map.of((inline ? "gemini_batch_get/" : "gemini_file_download/") + fault, 1)));
                assertThat(service(simulator)
                                .download(ended, ended.results().getFirst(), folder.resolve("cut"), simulator.wire()))
                        .isInstanceOf(BatchReply.Lost.class);
            }
        }
    }
}

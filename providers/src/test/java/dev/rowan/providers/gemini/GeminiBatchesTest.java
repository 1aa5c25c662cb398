package dev.rowan.providers.gemini;

import static dev.rowan.providers.service.BatchDesk.done;
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
import dev.rowan.providers.service.BatchDesk;
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

    private static GeminiBatches service(BatchDesk desk) {
        return new GeminiBatches(desk.endpoint(Optional.empty()), MODEL, BatchDesk::receipt);
    }

    private static Submission submission(BatchDesk desk, String id, int count) throws Exception {
        return desk.submission(id, count, service(desk), CODEC, desk.endpoint(Optional.empty()));
    }

    private static BatchStatus status(BatchDesk desk, BatchStatus of) {
        return done(service(desk).status(of.batchId(), desk.wire()));
    }

    private static BatchStatus inline(BatchDesk desk, String id, int count) throws Exception {
        return done(service(desk).create(submission(desk, id, count), Optional.empty(), desk.wire()));
    }

    /// By file, however small it is.
    private static String uploaded(BatchDesk desk, Submission submission) {
        var requests = new GeminiRequests(desk.endpoint(Optional.empty()));
        return done(new FileUpload(requests, MAKES).send(submission, desk.wire()))
                .orElseThrow();
    }

    private static BatchStatus byFile(BatchDesk desk, String id, int count) throws Exception {
        Submission submission = submission(desk, id, count);
        return done(service(desk).create(submission, Optional.of(uploaded(desk, submission)), desk.wire()));
    }

    private static BatchStatus made(BatchDesk desk, boolean inline, int count) throws Exception {
        return inline ? inline(desk, "s1", count) : byFile(desk, "s1", count);
    }

    @ParameterizedTest
    @CsvSource({"true,false", "true,true", "false,false", "false,true"})
    void goesThroughItsWholeLife(boolean inline, boolean jobState) throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of("running", "10s", "job_state", jobState))) {
            BatchStatus made = made(desk, inline, 5);
            assertThat(made.state()).isEqualTo(State.RUNNING);
            assertThat(made.providerState()).startsWith(jobState ? "JOB_STATE_" : "BATCH_STATE_");
            assertThat(made.tag()).contains("tag-s1");
            assertThat(made.total()).hasValue(5);
            assertThat(made.createdAt()).isPresent();
            desk.advance(Duration.ofSeconds(4));
            assertThat(status(desk, made).counts()).contains(new Counts(2, 0, 3));
            assertThat(done(service(desk).list(Optional.empty(), desk.wire())).batches())
                    .extracting(BatchStatus::tag)
                    .containsExactly(Optional.of("tag-s1"));
            desk.advance(Duration.ofSeconds(6));
            BatchStatus ended = status(desk, made);
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(ended.counts()).contains(new Counts(5, 0, 0));
            assertThat(desk.results(service(desk), ended)).hasSize(5).allSatisfy(item -> {
                Replied replied = (Replied) item.orElseThrow();
                assertThat(replied.reply().status()).isEqualTo(200);
                assertThat(text(replied.reply())).isEqualTo(inRealTime(desk, replied.customId()));
            });
            assertThat(files()).hasSize(2);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private static String inRealTime(BatchDesk desk, String customId) {
        String number = customId.substring(customId.lastIndexOf('-') + 1);
        var question = ChatRequest.of(MODEL, "Is it good or bad? great " + number, 50);
        WireReply reply = desk.wire().exchange(CODEC.request(desk.endpoint(Optional.empty()), question));
        return text((WireReply.Complete) reply);
    }

    private static String text(WireReply.Complete reply) {
        return ((ChatReply.Answered) CODEC.reply(reply)).text();
    }

    @Test
    void goesByFileAboveTwentyMegabytes() throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of())) {
            var service = service(desk);
            List<byte[]> bodies = IntStream.range(0, 100)
                    .mapToObj(i -> CODEC.request(
                                    desk.endpoint(Optional.empty()), ChatRequest.of(MODEL, "x".repeat(200_000) + i, 5))
                            .body()
                            .bytes())
                    .toList();
            Submission large = desk.submission("s1", service, bodies);
            Submission small = desk.submission("s2", service, bodies.subList(0, 99));
            assertThat(done(service.upload(small, desk.wire()))).isEmpty();
            Optional<String> file = done(service.upload(large, desk.wire()));
            assertThat(file.orElseThrow()).startsWith("files/");
            assertThat(done(service.create(small, Optional.empty(), desk.wire()))
                            .total())
                    .hasValue(99);
            BatchStatus made = done(service.create(large, file, desk.wire()));
            desk.advance(SECOND);
            assertThat(desk.results(service, status(desk, made))).hasSize(100);
            assertThat(service.delete(file.get(), desk.wire())).isInstanceOf(BatchReply.Done.class);
            assertThat(service.delete(file.get(), desk.wire())).isInstanceOf(BatchReply.Gone.class);
        }
    }

    @Test
    void readsAnOperationThatIsLargerThanAReplyMayBe() throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of(), Map.of(), 4_000)) {
            BatchStatus made = inline(desk, "s1", 100);
            desk.advance(SECOND);
            BatchStatus ended = status(desk, made);
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(desk.results(service(desk), ended)).hasSize(100).allMatch(Optional::isPresent);
            assertThat(done(service(desk).list(Optional.empty(), desk.wire())).batches())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesNothingWhenItExpiresOrIsCancelled(boolean inline) throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of("running", "96h"))) {
            BatchStatus made = made(desk, inline, 4);
            desk.advance(Duration.ofHours(49));
            assertThat(status(desk, made).state()).isEqualTo(State.EXPIRED);
            assertThat(status(desk, made).results()).isEmpty();
            BatchStatus other = made(desk, inline, 4);
            BatchStatus cancelled = done(service(desk).cancel(other.batchId(), desk.wire()));
            assertThat(cancelled.state()).isEqualTo(State.CANCELLED);
            assertThat(cancelled.results()).isEmpty();
        }
    }

    @Test
    void listsPageByPageTheNewestFirst() throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of())) {
            for (int i = 0; i < 51; i++) {
                inline(desk, "s" + i, 1);
            }
            BatchPage first = done(service(desk).list(Optional.empty(), desk.wire()));
            assertThat(first.batches()).hasSize(50);
            assertThat(first.batches().getFirst().tag()).contains("tag-s50");
            BatchPage last = done(service(desk).list(first.next(), desk.wire()));
            assertThat(last.batches()).extracting(BatchStatus::tag).containsExactly(Optional.of("tag-s0"));
            assertThat(last.next()).isEmpty();
        }
    }

    @Test
    void isNotThereForAMoment() throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of("get_lag", "5m", "list_lag", "4m", "file_lag", "1m"))) {
            BatchStatus made = inline(desk, "s1", 1);
            assertThat(service(desk).status(made.batchId(), desk.wire())).isInstanceOf(BatchReply.Gone.class);
            assertThat(done(service(desk).list(Optional.empty(), desk.wire())).batches())
                    .isEmpty();
            Submission submission = submission(desk, "s2", 1);
            Optional<String> file = Optional.of(uploaded(desk, submission));
            var early = (BatchReply.Refused<BatchStatus>) service(desk).create(submission, file, desk.wire());
            assertThat(early.isRetryable()).isTrue();
            desk.advance(Duration.ofMinutes(5));
            assertThat(status(desk, made).batchId()).isEqualTo(made.batchId());
            assertThat(done(service(desk).create(submission, file, desk.wire())).state())
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
            try (BatchDesk desk = BatchDesk.open(folder, faulty)) {
                BatchStatus made = made(desk, inline, 1);
                desk.advance(SECOND);
                BatchStatus ended = status(desk, made);
                assertThat(ended.state()).isEqualTo(State.COMPLETED);
                assertThat(ended.counts()).contains(new Counts(0, 1, 0));
                Replied replied =
                        (Replied) desk.results(service(desk), ended).getFirst().orElseThrow();
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
        try (BatchDesk desk = BatchDesk.open(folder, Map.of("lines", faults, "low_credit", 0.1))) {
            BatchStatus made = made(desk, inline, 200);
            desk.advance(SECOND);
            List<Optional<ItemResult>> results = desk.results(service(desk), status(desk, made));
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
        try (BatchDesk desk = BatchDesk.open(folder, Map.of())) {
            Submission submission = submission(desk, "s1", 2);
            Path file = Files.writeString(submission.requests(), "{\"key\":\"a\",\"request\":{}}\n{\n");
            var broken = new Submission("s1", "t", file, 2, Files.size(file));
            BatchStatus made = done(service(desk).create(broken, Optional.of(uploaded(desk, broken)), desk.wire()));
            desk.advance(SECOND);
            BatchStatus failed = status(desk, made);
            assertThat(failed.state()).isEqualTo(State.FAILED);
            assertThat(failed.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.code()).isEqualTo("INVALID_ARGUMENT");
                assertThat(problem.line()).hasValue(2);
            });
            assertThat(failed.isQuota()).isFalse();
            assertThat(service(desk).create(broken, Optional.empty(), desk.wire()))
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
        try (BatchDesk desk = BatchDesk.open(folder, Map.of(), faults, HttpSettings.MAX_BODY)) {
            var service = service(desk);
            assertThat(service.create(submission(desk, "s1", 2), Optional.empty(), desk.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
            assertThat(desk.batches()).isEqualTo(batches);
            assertThat(files()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost_reply", "failed_reply:503", "truncate", "body:html"})
    void doesNotKnowWhatBecameOfAnUploadWithoutAReply(String fault) throws Exception {
        Map<String, ?> faults = Map.of("faults", Map.of("gemini_file_upload/" + fault, 1));
        try (BatchDesk desk = BatchDesk.open(folder, Map.of(), faults, HttpSettings.MAX_BODY)) {
            var requests = new GeminiRequests(desk.endpoint(Optional.empty()));
            assertThat(new FileUpload(requests, MAKES).send(submission(desk, "s1", 2), desk.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
        }
    }

    @Test
    void isRejectedForCapacity() throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of("max_jobs", 1))) {
            inline(desk, "s1", 1);
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(desk).create(submission(desk, "s2", 1), Optional.empty(), desk.wire());
            assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY);
        }
        Map<String, ?> limits = Map.of("limits", Map.of("requests", 1, "per", "60s"));
        try (BatchDesk desk = BatchDesk.open(folder, Map.of(), limits, HttpSettings.MAX_BODY)) {
            inline(desk, "s1", 1);
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(desk).create(submission(desk, "s2", 1), Optional.empty(), desk.wire());
            assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY);
            assertThat(refused.retryAfter().orElseThrow()).isBetween(SECOND, Duration.ofSeconds(60));
        }
    }

    @Test
    void isGoneWhenItVanishedAndStrangeWhenItsOutputIs() throws Exception {
        try (BatchDesk desk = BatchDesk.open(folder, Map.of("kept", "2h"))) {
            var service = service(desk);
            BatchStatus made = byFile(desk, "s1", 2);
            desk.advance(SECOND);
            BatchStatus ended = status(desk, made);
            desk.advance(Duration.ofHours(2));
            assertThat(service.download(ended, ended.results().getFirst(), folder.resolve("gone"), desk.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            assertThat(status(desk, made).state()).isEqualTo(State.STRANGE);
            BatchStatus other = inline(desk, "s2", 1);
            desk.control("POST", "batches/" + other.batchId() + "/vanish", Payload.empty());
            assertThat(service.status(other.batchId(), desk.wire())).isInstanceOf(BatchReply.Gone.class);
            assertThat(service.cancel(other.batchId(), desk.wire())).isInstanceOf(BatchReply.Gone.class);
            BatchStatus third = inline(desk, "s3", 1);
            desk.control("POST", "batches/" + third.batchId() + "/show?status=BATCH_STATE_NEW", Payload.empty());
            assertThat(status(desk, third).state()).isEqualTo(State.STRANGE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset:300", "truncate", "length:9", "lost_reply"})
    void neverTakesACutDownloadForAWholeOne(String fault) throws Exception {
        for (boolean inline : new boolean[] {true, false}) {
            try (BatchDesk desk = BatchDesk.open(folder, Map.of())) {
                BatchStatus made = made(desk, inline, 3);
                desk.advance(SECOND);
                BatchStatus ended = status(desk, made);
                desk.change(
                        Map.of("faults", Map.of((inline ? "gemini_batch_get/" : "gemini_file_download/") + fault, 1)));
                assertThat(service(desk)
                                .download(ended, ended.results().getFirst(), folder.resolve("cut"), desk.wire()))
                        .isInstanceOf(BatchReply.Lost.class);
            }
        }
    }
}

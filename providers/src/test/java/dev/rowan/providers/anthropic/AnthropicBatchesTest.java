package dev.rowan.providers.anthropic;

import static dev.rowan.providers.service.BatchSimulator.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.ItemResult.NotExecuted;
import dev.rowan.api.batch.ItemResult.NotExecutedCause;
import dev.rowan.api.batch.ItemResult.Replied;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.reply.Rejection.Kind;
import dev.rowan.providers.service.BatchSimulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Message batches through their whole life, against the simulator over HTTP.
class AnthropicBatchesTest {
    private static final String MODEL = "claude-sonnet-4-5";
    private static final AnthropicMessages CODEC = new AnthropicMessages();
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private static AnthropicBatches service(BatchSimulator simulator) {
        return new AnthropicBatches(simulator.endpoint(Optional.empty()), MODEL, BatchSimulator::receipt);
    }

    private static Submission submission(BatchSimulator simulator, String id, int count) throws Exception {
        return simulator.submission(id, count, service(simulator), CODEC, simulator.endpoint(Optional.empty()));
    }

    private static BatchStatus status(BatchSimulator simulator, BatchStatus of) {
        return done(service(simulator).status(of.batchId(), simulator.wire()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2023-06-01", "2026-10-21"})
    void goesThroughItsWholeLifeInBothVersions(String version) throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(
                folder, Map.of("running", "10s"), Map.of("full_journal", true), HttpSettings.MAX_BODY)) {
            ChatEndpoint endpoint = simulator.endpoint(Optional.of(version));
            var service = new AnthropicBatches(endpoint, MODEL, BatchSimulator::receipt);
            BatchStatus made = simulator.made(service, simulator.submission("s1", 5, service, CODEC, endpoint));
            assertThat(made.state()).isEqualTo(State.RUNNING);
            assertThat(made.providerState()).isEqualTo("in_progress");
            assertThat(made.total()).hasValue(5);
            assertThat(made.tag()).isEmpty();
            assertThat(made.results()).isEmpty();
            Duration window = Duration.between(
                    made.createdAt().orElseThrow(), made.expiresAt().orElseThrow());
            assertThat(window).isEqualTo(Duration.ofHours(24));
            assertThat(done(service.list(Optional.empty(), simulator.wire())).batches())
                    .extracting(BatchStatus::batchId)
                    .containsExactly(made.batchId());
            simulator.advance(Duration.ofSeconds(10));
            BatchStatus ended = done(service.status(made.batchId(), simulator.wire()));
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(ended.counts()).contains(new Counts(5, 0, 0));
            assertThat(simulator.results(service, ended)).hasSize(5).allSatisfy(item -> {
                Replied replied = (Replied) item.orElseThrow();
                assertThat(replied.reply().status()).isEqualTo(200);
                assertThat(replied.reply().body().asText()).contains("\"service_tier\":\"batch\"");
                assertThat(text(replied.reply())).isEqualTo(inRealTime(simulator, endpoint, replied.customId()));
            });
            assertThat(simulator
                            .control("GET", "journal", Payload.empty())
                            .lines()
                            .filter(line -> line.contains("_batch_")))
                    .isNotEmpty()
                    .allMatch(line -> line.contains(version));
        }
    }

    /// The answer to the same question.
    private static String inRealTime(BatchSimulator simulator, ChatEndpoint endpoint, String customId) {
        String number = customId.substring(customId.lastIndexOf('-') + 1);
        WireReply reply = simulator
                .wire()
                .exchange(CODEC.request(endpoint, ChatRequest.of(MODEL, "Is it good or bad? great " + number, 50)));
        return text((WireReply.Complete) reply);
    }

    private static String text(WireReply.Complete reply) {
        return ((ChatReply.Answered) CODEC.reply(reply)).text();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 9})
    void keepsWhatWasDoneBeforeItWasCancelled(int seconds) throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("running", "10s", "cancelling", "1h"))) {
            BatchStatus made = simulator.made(service(simulator), submission(simulator, "s1", 10));
            simulator.advance(Duration.ofSeconds(seconds));
            BatchStatus cancelling = done(service(simulator).cancel(made.batchId(), simulator.wire()));
            assertThat(cancelling.state()).isEqualTo(State.CANCELLING);
            simulator.advance(Duration.ofHours(1));
            BatchStatus ended = status(simulator, made);
            assertThat(ended.state()).isEqualTo(State.CANCELLED);
            partitions(simulator.results(service(simulator), ended), ended, NotExecutedCause.CANCELLED);
            assertThat(done(service(simulator).cancel(made.batchId(), simulator.wire()))
                            .state())
                    .isEqualTo(State.CANCELLED);
        }
    }

    @Test
    void keepsWhatWasDoneBeforeItExpired() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("running", "48h"))) {
            BatchStatus made = simulator.made(service(simulator), submission(simulator, "s1", 10));
            simulator.advance(Duration.ofHours(25));
            BatchStatus ended = status(simulator, made);
            assertThat(ended.state()).isEqualTo(State.EXPIRED);
            partitions(simulator.results(service(simulator), ended), ended, NotExecutedCause.EXPIRED);
        }
    }

    private static void partitions(List<Optional<ItemResult>> results, BatchStatus ended, NotExecutedCause why) {
        assertThat(results).hasSize(10);
        var ids = new HashSet<String>();
        long replied = 0;
        for (Optional<ItemResult> result : results) {
            ids.add(result.orElseThrow().customId());
            switch (result.orElseThrow()) {
                case Replied _ -> replied++;
                case NotExecuted notDone -> assertThat(notDone.cause()).isEqualTo(why);
            }
        }
        assertThat(ids).hasSize(10);
        assertThat(ended.counts()).contains(new Counts(replied, 0, 10 - replied));
    }

    @Test
    void listsPageByPageTheNewestFirst() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of())) {
            var service = service(simulator);
            List<String> made = IntStream.range(0, 101)
                    .mapToObj(i -> create(simulator, "s" + i))
                    .map(BatchStatus::batchId)
                    .toList();
            BatchPage first = done(service.list(Optional.empty(), simulator.wire()));
            assertThat(first.batches()).hasSize(100);
            assertThat(first.batches().getFirst().batchId()).isEqualTo(made.getLast());
            BatchPage last = done(service.list(first.next(), simulator.wire()));
            assertThat(last.batches()).extracting(BatchStatus::batchId).containsExactly(made.getFirst());
            assertThat(last.next()).isEmpty();
        }
    }

    private static BatchStatus create(BatchSimulator simulator, String id) {
        try {
            return simulator.made(service(simulator), submission(simulator, id, 1));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400,INVALID",
        "401,DEAD_KEY",
        "402,NO_CREDIT",
        "403,DEAD_KEY",
        "404,INVALID",
        "413,INVALID",
        "429,CAPACITY",
        "500,RETRYABLE",
        "504,RETRYABLE",
        "529,CAPACITY"
    })
    void readsAnErrorAsTheReplyInRealTime(int code, Kind kind) throws Exception {
        try (BatchSimulator simulator =
                BatchSimulator.open(folder, Map.of("row_faults", Map.of("status:" + code, 1)))) {
            BatchStatus made = create(simulator, "s1");
            simulator.advance(SECOND);
            Replied replied = (Replied) simulator
                    .results(service(simulator), status(simulator, made))
                    .getFirst()
                    .orElseThrow();
            assertThat(replied.reply().status()).isEqualTo(code);
            assertThat(replied.reply().headers().first("request-id").orElse("")).startsWith("req_");
            assertThat(((ChatReply.Rejected) CODEC.reply(replied.reply()))
                            .rejection()
                            .kind())
                    .isEqualTo(kind);
        }
    }

    @Test
    void readsMissingCreditWhateverItsType() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("low_credit", 1))) {
            BatchStatus made = create(simulator, "s1");
            simulator.advance(SECOND);
            Replied replied = (Replied) simulator
                    .results(service(simulator), status(simulator, made))
                    .getFirst()
                    .orElseThrow();
            assertThat(replied.reply().status()).isEqualTo(400);
            assertThat(((ChatReply.Rejected) CODEC.reply(replied.reply()))
                            .rejection()
                            .kind())
                    .isEqualTo(Kind.NO_CREDIT);
        }
    }

    @Test
    void readsGoodLinesBesideMissingDoubleUnknownAndBrokenOnes() throws Exception {
        Map<String, Double> faults = Map.of("missing", 0.2, "duplicate", 0.2, "unknown", 0.2, "bad", 0.2);
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("lines", faults))) {
            BatchStatus made = simulator.made(service(simulator), submission(simulator, "s1", 200));
            simulator.advance(SECOND);
            List<Optional<ItemResult>> results = simulator.results(service(simulator), status(simulator, made));
            var ours = new HashSet<String>();
            long twice = results.stream()
                    .flatMap(Optional::stream)
                    .filter(item -> item.customId().startsWith("s1-") && !ours.add(item.customId()))
                    .count();
            assertThat(results.stream().filter(Optional::isEmpty)).hasSizeBetween(20, 60);
            assertThat(twice).isBetween(20L, 60L);
            assertThat(ours).hasSizeBetween(100, 150);
            assertThat(results.stream().flatMap(Optional::stream))
                    .filteredOn(item -> item.customId().startsWith("unknown-"))
                    .hasSizeBetween(20, 60);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "lost_reply,1",
        "reset:30,1",
        "truncate,1",
        "failed_reply:500,1",
        "failed_reply:504,1",
        "failed_reply:408,1",
        "status:500,0",
        "status:529,0",
        "body:html,1",
        "body:empty,1",
        "length:7,1"
    })
    void doesNotKnowWhatBecameOfACreationWithoutAReply(String fault, long batches) throws Exception {
        Map<String, ?> faults = Map.of("faults", Map.of("anthropic_batch_create/" + fault, 1));
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of(), faults, HttpSettings.MAX_BODY)) {
            var service = service(simulator);
            assertThat(service.create(submission(simulator, "s1", 2), Optional.empty(), simulator.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
            assertThat(simulator.batches()).isEqualTo(batches);
        }
    }

    @Test
    void isRejectedForCapacity() throws Exception {
        Map<String, ?> faults = Map.of("faults", Map.of("anthropic_batch_create/status:429:seconds", 1));
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of(), faults, HttpSettings.MAX_BODY)) {
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(simulator).create(submission(simulator, "s1", 2), Optional.empty(), simulator.wire());
            assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY);
            assertThat(refused.retryAfter()).contains(Duration.ofSeconds(2));
        }
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("queued_requests", 1))) {
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(simulator).create(submission(simulator, "s1", 2), Optional.empty(), simulator.wire());
            assertThat(refused.isRetryable()).isTrue();
            assertThat(refused.message()).contains("waiting in the batch queue");
        }
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("max_bytes", "10B"))) {
            var refused = (BatchReply.Refused<BatchStatus>)
                    service(simulator).create(submission(simulator, "s1", 2), Optional.empty(), simulator.wire());
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.isRetryable()).isFalse();
        }
    }

    @Test
    void isGoneWhenItVanishedOrItsResultsWereNotKept() throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of("kept", "2h"))) {
            var service = service(simulator);
            BatchStatus made = create(simulator, "s1");
            simulator.advance(SECOND);
            BatchStatus ended = status(simulator, made);
            simulator.advance(Duration.ofHours(2));
            assertThat(service.download(ended, ended.results().getFirst(), folder.resolve("gone"), simulator.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            BatchStatus other = create(simulator, "s2");
            simulator.control("POST", "batches/" + other.batchId() + "/vanish", Payload.empty());
            assertThat(service.status(other.batchId(), simulator.wire())).isInstanceOf(BatchReply.Gone.class);
            assertThat(service.cancel(other.batchId(), simulator.wire())).isInstanceOf(BatchReply.Gone.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset:300", "truncate", "length:9", "lost_reply"})
    void neverTakesACutDownloadForAWholeOne(String fault) throws Exception {
        try (BatchSimulator simulator = BatchSimulator.open(folder, Map.of())) {
            BatchStatus made = create(simulator, "s1");
            simulator.advance(SECOND);
            BatchStatus ended = status(simulator, made);
            simulator.change(Map.of("faults", Map.of("anthropic_batch_results/" + fault, 1)));
            assertThat(service(simulator)
                            .download(ended, ended.results().getFirst(), folder.resolve("cut"), simulator.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
        }
    }
}

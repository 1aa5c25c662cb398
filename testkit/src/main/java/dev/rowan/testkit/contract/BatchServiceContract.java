package dev.rowan.testkit.contract;

import static dev.rowan.testkit.contract.BatchProviderUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.WireReply;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Fault;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Quirk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The contract of every [dev.rowan.api.batch.BatchService].
public abstract class BatchServiceContract {
    private static final Duration LATER = Duration.ofHours(2);

    @TempDir
    private Path folder;

    /// A new provider for each test; its files are in `folder`.
    protected abstract BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException;

    private BatchProviderUnderTest open(Behaviour... behaviour) throws IOException {
        return open(folder, Set.of(behaviour));
    }

    @Test
    void answersEveryRequestByItsId() throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR)) {
            BatchStatus created = provider.created("s1", 5);
            assertThat(created.state()).isEqualTo(State.RUNNING);
            assertThat(created.createdAt()).isPresent();
            assertThat(created.results()).isEmpty();
            assertThat(provider.status(created).state()).isEqualTo(State.RUNNING);
            provider.advance(LATER);

            BatchStatus ended = provider.status(created);
            assertThat(ended.batchId()).isEqualTo(created.batchId());
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertCounts(provider, ended, new Counts(5, 0, 0));
            var answered = new TreeMap<Integer, Integer>();
            for (Optional<ItemResult> result : provider.results(ended)) {
                var replied = (ItemResult.Replied) result.orElseThrow();
                CustomId id = CustomId.parse(replied.customId()).orElseThrow();
                assertThat(id.submission()).isEqualTo("s1");
                assertThat(answered.put(id.item(), replied.reply().status())).isNull();
            }
            assertThat(answered.keySet()).containsExactly(0, 1, 2, 3, 4);
            assertThat(answered.values()).containsOnly(200);
        }
    }

    private static void assertCounts(BatchProviderUnderTest provider, BatchStatus ended, Counts counts) {
        long total = counts.succeeded() + counts.failed() + counts.unfinished();
        boolean isCounted = !provider.quirks().contains(Quirk.NO_COUNTS);
        assertThat(ended.total().isPresent()).isEqualTo(isCounted);
        assertThat(ended.total().orElse((int) total)).isEqualTo((int) total);
        assertThat(ended.counts()).isEqualTo(isCounted ? Optional.of(counts) : Optional.empty());
    }

    @Test
    void writesARequestAsOneLineWithItsIdAndItsFieldsAsTheyAre() throws Exception {
        try (var provider = open()) {
            String id = "abcdefghij012345-999999999";
            String line = new String(provider.service().line(id, provider.body(1)), StandardCharsets.UTF_8);

            assertThat(line).endsWith("\n").containsOnlyOnce("\n").contains('"' + id + '"');
            assertThat(line).contains(provider.fields(1));
        }
    }

    @Test
    void statesItsLimitsAndRefusesABodyBeforeItIsSent() throws Exception {
        try (var provider = open()) {
            assertThat(provider.service().limits().maxRequests()).isPositive();
            assertThat(provider.service().limits().maxBytes()).isPositive();
            assertThat(provider.service().limits().pollInterval()).isPositive();
            assertThat(provider.service().refusal(provider.body(0))).isEmpty();
            for (String body : List.of("", "[]", "{}", "no JSON", "{\"model\":\"another-model\"}")) {
                assertThat(provider.service().refusal(body.getBytes(StandardCharsets.UTF_8)))
                        .as(body)
                        .isPresent();
            }
        }
    }

    @Test
    void namesItsAccountByARequestThatChangesNothing() throws Exception {
        try (var provider = open()) {
            assertThat(provider.wire().exchange(provider.service().account()))
                    .isInstanceOfSatisfying(
                            WireReply.Complete.class,
                            reply -> assertThat(reply.status()).isEqualTo(200));
            assertThat(provider.batches()).isZero();
        }
    }

    @Test
    void listsBatchesTheNewestFirstWithTheirTags() throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR)) {
            BatchStatus first = provider.created("s1", 1);
            provider.advance(Duration.ofSeconds(2));
            BatchStatus second = provider.created("s2", 1);
            List<BatchStatus> listed = done(provider.service().list(Optional.empty(), provider.wire()))
                    .batches();

            assertThat(listed).extracting(BatchStatus::batchId).containsExactly(second.batchId(), first.batchId());
            boolean tagged = provider.service().limits().tagged();
            assertThat(listed)
                    .extracting(BatchStatus::tag)
                    .containsExactly(
                            tagged ? Optional.of("tag-s2") : Optional.empty(),
                            tagged ? Optional.of("tag-s1") : Optional.empty());
        }
    }

    @Test
    void readsARejectedRequestAsItsReply() throws Exception {
        try (var provider = open(Behaviour.REJECTS_EVERY_REQUEST)) {
            BatchStatus created = provider.created("s1", 3);
            provider.advance(LATER);
            BatchStatus ended = provider.status(created);

            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertCounts(provider, ended, new Counts(0, 3, 0));
            assertThat(provider.results(ended))
                    .hasSize(3)
                    .allSatisfy(result -> assertThat(((ItemResult.Replied) result.orElseThrow())
                                    .reply()
                                    .status())
                            .isEqualTo(400));
        }
    }

    @Test
    void readsGoodLinesBesideMissingDuplicateUnknownAndMalformedOnes() throws Exception {
        try (var provider = open(Behaviour.BROKEN_LINES)) {
            BatchStatus created = provider.created("s1", 200);
            provider.advance(LATER);
            List<Optional<ItemResult>> results = provider.results(provider.status(created));
            var ours = new HashSet<String>();
            long duplicates = results.stream()
                    .flatMap(Optional::stream)
                    .filter(item -> item.customId().startsWith("s1-") && !ours.add(item.customId()))
                    .count();

            assertThat(duplicates).isBetween(20L, 60L);
            assertThat(ours).hasSizeBetween(100, 180);
        }
    }

    @Test
    void readsAMalformedLineAsNoResult() throws Exception {
        try (var provider = open()) {
            for (String line : List.of("", "{", "[]", "null", "{}", "{\"custom_id\":1,\"key\":1}", "\u0000")) {
                assertThat(provider.service().result(line.getBytes(StandardCharsets.UTF_8)))
                        .as(line)
                        .isEmpty();
            }
        }
    }

    @Test
    void cancelsARunningBatch() throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR)) {
            BatchStatus created = provider.created("s1", 4);
            State cancelling = done(provider.service().cancel(created.batchId(), provider.wire()))
                    .state();
            assertThat(cancelling).isIn(State.RUNNING, State.CANCELLING, State.CANCELLED);
            provider.advance(Duration.ofMinutes(10));

            if (provider.quirks().contains(Quirk.CANCEL_DELETES)) {
                assertThat(provider.service().status(created.batchId(), provider.wire()))
                        .isInstanceOf(BatchReply.Gone.class);
                return;
            }
            BatchStatus ended = provider.status(created);
            assertThat(ended.state()).isEqualTo(State.CANCELLED);
            assertNotDone(provider, ended, ItemResult.NotExecutedCause.CANCELLED, 4);
            assertThat(done(provider.service().cancel(created.batchId(), provider.wire()))
                            .state())
                    .isEqualTo(State.CANCELLED);
        }
    }

    @Test
    void keepsTheFinishedRequestsOfABatchThatExpires() throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR)) {
            BatchStatus created = provider.created("s1", 10);
            provider.advance(Duration.ofMinutes(30));
            provider.expire(created.batchId());
            BatchStatus ended = provider.status(created);

            assertThat(ended.state()).isEqualTo(State.EXPIRED);
            assertNotDone(provider, ended, ItemResult.NotExecutedCause.EXPIRED, 10);
        }
    }

    /// A provider keeps all results, none, or those of the requests that it counts as executed; each belongs to another
    /// request, and items that were not executed have a cause.
    private static void assertNotDone(
            BatchProviderUnderTest provider, BatchStatus ended, ItemResult.NotExecutedCause why, int requests)
            throws IOException {
        List<Optional<ItemResult>> results = provider.results(ended);
        int executed = ended.counts()
                .map(counts -> (int) (counts.succeeded() + counts.failed()))
                .orElse(0);
        assertThat(results.size()).isIn(0, executed, requests);
        var ids = new HashSet<String>();
        for (Optional<ItemResult> result : results) {
            assertThat(ids.add(result.orElseThrow().customId())).isTrue();
            if (result.get() instanceof ItemResult.NotExecuted notDone) {
                assertThat(notDone.cause()).isEqualTo(why);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"REPLY_LOST", "REPLY_TRUNCATED", "REPLY_IS_HTML", "REPLY_IS_EMPTY", "DONE_WITH_STATUS_500"})
    void losesTheReplyToACreationThatWasDone(Fault fault) throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR)) {
            Submission submission = provider.submission("s1", 2);
            provider.failCreate(fault);

            assertThat(provider.create(submission)).isInstanceOf(BatchReply.Lost.class);
            assertThat(provider.batches()).isOne();
            assertThat(done(provider.service().list(Optional.empty(), provider.wire()))
                            .batches())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STATUS_500", "STATUS_503"})
    void takesAServerErrorOfACreationForALostReply(Fault fault) throws Exception {
        try (var provider = open()) {
            Submission submission = provider.submission("s1", 2);
            provider.failCreate(fault);

            assertThat(provider.create(submission)).isInstanceOf(BatchReply.Lost.class);
            assertThat(provider.batches()).isZero();
        }
    }

    @Test
    void tellsARateLimitFromARefusedKey() throws Exception {
        try (var provider = open()) {
            Submission submission = provider.submission("s1", 2);
            provider.failCreate(Fault.STATUS_429);
            BatchReply.Refused<BatchStatus> limited = refused(provider.create(submission));
            provider.failCreate(Fault.STATUS_401);
            BatchReply.Refused<BatchStatus> dead = refused(provider.create(submission));

            assertThat(limited.disposition()).isEqualTo(Disposition.CAPACITY);
            assertThat(limited.isRetryable()).isTrue();
            assertThat(limited.retryAfter()).contains(Duration.ofSeconds(2));
            assertThat(dead.disposition()).isEqualTo(Disposition.DEAD_KEY);
            assertThat(dead.isRetryable()).isFalse();
        }
    }

    private static BatchReply.Refused<BatchStatus> refused(BatchReply<BatchStatus> reply) {
        return (BatchReply.Refused<BatchStatus>) reply;
    }

    @Test
    void doesNotFindABatchThatIsNewOrRemoved() throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR, Behaviour.SHOWS_BATCHES_LATE)) {
            BatchStatus created = provider.created("s1", 1);
            assertThat(provider.service().status(created.batchId(), provider.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            assertThat(done(provider.service().list(Optional.empty(), provider.wire()))
                            .batches())
                    .isEmpty();
            provider.advance(Duration.ofMinutes(2));
            assertThat(provider.status(created).state()).isEqualTo(State.RUNNING);
            assertThat(done(provider.service().list(Optional.empty(), provider.wire()))
                            .batches())
                    .hasSize(1);
            provider.remove(created.batchId());

            assertThat(provider.service().status(created.batchId(), provider.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
            assertThat(provider.service().cancel(created.batchId(), provider.wire()))
                    .isInstanceOf(BatchReply.Gone.class);
        }
    }

    @Test
    void marksAnUnknownStateAsStrange() throws Exception {
        try (var provider = open(Behaviour.RUNS_FOR_AN_HOUR)) {
            BatchStatus created = provider.created("s1", 1);
            provider.show(created.batchId(), "on_holiday");

            assertThat(provider.status(created).state()).isEqualTo(State.STRANGE);
            assertThat(provider.status(created).providerState()).isEqualTo("on_holiday");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"REPLY_LOST", "REPLY_TRUNCATED"})
    void neverTakesACutDownloadForAWholeOne(Fault fault) throws Exception {
        try (var provider = open()) {
            BatchStatus created = provider.created("s1", 3);
            provider.advance(LATER);
            BatchStatus ended = provider.status(created);
            provider.failDownload(fault);

            assertThat(provider.service()
                            .download(ended, ended.results().getFirst(), folder.resolve("cut"), provider.wire()))
                    .isInstanceOf(BatchReply.Lost.class);
        }
    }

    @Test
    void sendsNothingWithoutARequestFileOrAConnection() throws Exception {
        try (var provider = open()) {
            Submission submission = provider.submission("s1", 1);
            assertThat(provider.create(submission, provider.unreachable()))
                    .isInstanceOfSatisfying(
                            BatchReply.NotSent.class,
                            unsent -> assertThat(unsent.isRetryable()).isTrue());
            Files.delete(submission.requests());
            assertThat(provider.create(submission))
                    .isInstanceOfSatisfying(
                            BatchReply.NotSent.class,
                            unsent -> assertThat(unsent.isRetryable()).isFalse());
            assertThat(provider.batches()).isZero();
        }
    }
}

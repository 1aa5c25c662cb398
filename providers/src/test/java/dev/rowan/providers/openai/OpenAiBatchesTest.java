package dev.rowan.providers.openai;

import static dev.rowan.providers.openai.BatchBench.done;
import static dev.rowan.providers.openai.BatchBench.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart.Kind;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.openai.BatchBench.Variant;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Batches of OpenAI and Azure over HTTP, step by step, against the simulator.
class OpenAiBatchesTest {
    private static final Map<String, ?> SLOW = Map.of("running", "1h");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Variant.class)
    void answersInABatchAsInRealTime(Variant variant) throws Exception {
        try (var bench = BatchBench.open(variant, directory, SLOW)) {
            Submission submission = bench.submission(20);
            BatchStatus made = bench.created(submission);
            assertThat(made.state()).isEqualTo(State.RUNNING);
            assertThat(made.tag()).contains(submission.tag());
            assertThat(made.createdAt()).isPresent();
            assertThat(made.results()).isEmpty();
            bench.pass(Duration.ofHours(2));

            BatchStatus ended = bench.status(made);
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(ended.total()).hasValue(20);
            assertThat(ended.counts()).contains(new BatchStatus.Counts(20, 0, 0));
            Map<Integer, ItemResult> items = byItem(bench.results(ended), submission);
            assertThat(items).hasSize(20);
            items.forEach((item, result) -> {
                WireReply.Complete batched = ((ItemResult.Replied) result).reply();
                assertThat(batched.status()).isEqualTo(200);
                assertThat(batched.headers().has("x-request-id")).isTrue();
                assertThat(text(bench, batched)).isEqualTo(text(bench, realTime(bench, item)));
            });
        }
    }

    private static WireReply.Complete realTime(BatchBench bench, int item) {
        var request = ChatRequest.of(BatchBench.MODEL, "Is it positive or negative? great " + item, 50);
        return (WireReply.Complete) bench.exchange(bench.codec.request(bench.endpoint, request));
    }

    private static String text(BatchBench bench, WireReply.Complete reply) {
        return ((ChatReply.Answered) bench.codec.reply(reply)).text();
    }

    private static Map<Integer, ItemResult> byItem(List<ItemResult> results, Submission submission) {
        var items = new TreeMap<Integer, ItemResult>();
        for (ItemResult result : results) {
            CustomId id = CustomId.parse(result.customId()).orElseThrow();
            assertThat(id.submission()).isEqualTo(submission.id());
            assertThat(items.put(id.item(), result)).isNull();
        }
        return items;
    }

    @ParameterizedTest
    @ValueSource(strings = {"capitalised_status", "iso_times", "null_counts", "null_endpoint", "value_list"})
    void readsAzureHoweverItsDocumentationShowsIt(String quirk) throws Exception {
        try (var bench =
                BatchBench.open(Variant.AZURE, directory, Map.of("azure", List.of(quirk), "absent_ids", true))) {
            Submission submission = bench.submission(3);
            BatchStatus made = bench.created(submission);
            assertThat(made.state()).isEqualTo(State.RUNNING);
            assertThat(made.createdAt()).isPresent();
            bench.pass(Duration.ofMinutes(1));

            BatchStatus ended = bench.status(made);
            assertThat(ended.state()).isEqualTo(State.COMPLETED);
            assertThat(ended.counts().isEmpty()).isEqualTo(quirk.equals("null_counts"));
            assertThat(byItem(bench.results(ended), submission)).hasSize(3);
            assertThat(done(bench.service.list(Optional.empty(), bench)).batches())
                    .containsExactly(ended);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"CHAT", "AZURE"})
    void recognizesAQuotaFailure(Variant variant) throws Exception {
        try (var bench = BatchBench.open(variant, directory, Map.of("enqueued_tokens", 5))) {
            BatchStatus made = bench.created(bench.submission(3));
            BatchStatus failed = bench.status(made);

            assertThat(failed.state()).isEqualTo(State.FAILED);
            assertThat(failed.isQuota()).isTrue();
            assertThat(failed.problems()).hasSize(1);
            assertThat(failed.results()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"CHAT", "AZURE"})
    void isRejectedForCapacityAtOnce(Variant variant) throws Exception {
        try (var bench = BatchBench.open(variant, directory, Map.of("enqueued_tokens", 5, "fail_fast", true))) {
            Submission submission = bench.submission(3);
            Optional<String> file = done(bench.service.upload(submission, bench));

            var refused = refused(bench.service.create(submission, file, bench));
            assertThat(refused.disposition()).isEqualTo(Disposition.CAPACITY);
            assertThat(refused.isRetryable()).isTrue();
        }
    }

    @Test
    void failsForAByteOrderMarkWithTheLineThatIsBlamed() throws Exception {
        try (var bench = BatchBench.open(Variant.AZURE, directory, Map.of())) {
            var marked = new ByteArrayOutputStream();
            marked.writeBytes(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf});
            marked.writeBytes(bench.service.line("m-0", bench.body("x")));
            BatchStatus failed = bench.status(bench.created(bench.submission("m", marked.toByteArray(), 1)));

            assertThat(failed.state()).isEqualTo(State.FAILED);
            assertThat(failed.isQuota()).isFalse();
            assertThat(failed.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.code()).isEqualTo("model_not_found");
                assertThat(problem.line()).hasValue(1);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"expire", "cancel"})
    void keepsWhatWasDoneWhenABatchEndsEarly(String end) throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, Map.of("running", "100s"))) {
            Submission submission = bench.submission(10);
            BatchStatus made = bench.created(submission);
            bench.pass(Duration.ofSeconds(45));
            bench.interfere(made.batchId(), end);

            BatchStatus ended = bench.status(made);
            boolean expired = end.equals("expire");
            assertThat(ended.state()).isEqualTo(expired ? State.EXPIRED : State.CANCELLED);
            assertThat(ended.results())
                    .extracting(BatchStatus.ResultPart::kind)
                    .containsExactly(Kind.RESULTS, Kind.ERRORS);
            Map<Integer, ItemResult> items = byItem(bench.results(ended), submission);
            assertThat(items).hasSize(10);
            assertThat(items.values().stream().filter(ItemResult.Replied.class::isInstance))
                    .hasSizeBetween(1, 9);
            assertThat(items.values())
                    .filteredOn(ItemResult.NotExecuted.class::isInstance)
                    .allSatisfy(item -> {
                        var notDone = (ItemResult.NotExecuted) item;
                        assertThat(notDone.cause())
                                .isEqualTo(
                                        expired
                                                ? ItemResult.NotExecutedCause.EXPIRED
                                                : ItemResult.NotExecutedCause.CANCELLED);
                        assertThat(notDone.message()).contains("request");
                    });
        }
    }

    @Test
    void readsErrorsWhereThereIsNothingElse() throws Exception {
        try (var bench = BatchBench.open(
                Variant.CHAT, directory, Map.of("row_faults", Map.of("status:400", 1.0), "absent_ids", true))) {
            BatchStatus made = bench.created(bench.submission(4));
            bench.pass(Duration.ofMinutes(1));
            BatchStatus ended = bench.status(made);

            assertThat(ended.results()).extracting(BatchStatus.ResultPart::kind).containsExactly(Kind.ERRORS);
            assertThat(ended.counts()).contains(new BatchStatus.Counts(0, 4, 0));
            assertThat(bench.results(ended)).hasSize(4).allSatisfy(item -> {
                WireReply.Complete reply = ((ItemResult.Replied) item).reply();
                assertThat(reply.status()).isEqualTo(400);
                assertThat(bench.codec.reply(reply)).isInstanceOf(ChatReply.Rejected.class);
            });
        }
    }

    @Test
    void takesAnErrorFileOfNoBytesAsItIs() throws Exception {
        try (var bench = BatchBench.open(Variant.AZURE_OLDER, directory, Map.of())) {
            BatchStatus made = bench.created(bench.submission(2));
            bench.pass(Duration.ofMinutes(1));
            BatchStatus ended = bench.status(made);

            assertThat(ended.results())
                    .extracting(BatchStatus.ResultPart::kind)
                    .containsExactly(Kind.RESULTS, Kind.ERRORS);
            assertThat(bench.results(ended)).hasSize(2);
            assertThat(directory.resolve("results-ERRORS")).exists().isEmptyFile();
        }
    }

    @Test
    void readsARequestThatTheFilterStoppedAsInRealTime() throws Exception {
        try (var bench =
                BatchBench.open(Variant.AZURE, directory, Map.of("row_faults", Map.of("ending:prompt_blocked", 1.0)))) {
            BatchStatus made = bench.created(bench.submission(2));
            bench.pass(Duration.ofMinutes(1));

            assertThat(bench.results(bench.status(made))).hasSize(2).allSatisfy(item -> {
                WireReply.Complete reply = ((ItemResult.Replied) item).reply();
                assertThat(reply.status()).isEqualTo(400);
                assertThat(bench.codec.reply(reply)).isInstanceOf(ChatReply.Filtered.class);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lost_reply",
                "failed_reply:504",
                "failed_reply:500",
                "truncate",
                "body:html",
                "body:empty",
                "body:wrong_type"
            })
    void holdsACreationWhoseReplyIsLostForPossible(String fault) throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, SLOW)) {
            Submission submission = bench.submission(2);
            Optional<String> file = done(bench.service.upload(submission, bench));
            bench.faults(Map.of("openai_batch_create/" + fault, 1.0));

            assertThat(bench.service.create(submission, file, bench)).isInstanceOf(BatchReply.Lost.class);
            assertThat(done(bench.service.list(Optional.empty(), bench)).batches())
                    .singleElement()
                    .satisfies(batch -> assertThat(batch.tag()).contains(submission.tag()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"status:500", "status:503", "status:502"})
    void holdsACreationThatIsSaidToHaveFailedForPossible(String fault) throws Exception {
        try (var bench = BatchBench.open(Variant.AZURE, directory, SLOW)) {
            Submission submission = bench.submission(2);
            bench.faults(Map.of("azure_batch_create/" + fault, 1.0, "azure_file_upload/" + fault, 1.0));

            assertThat(bench.service.upload(submission, bench)).isInstanceOf(BatchReply.Lost.class);
            bench.faults(Map.of("azure_batch_create/" + fault, 1.0));
            Optional<String> file = done(bench.service.upload(submission, bench));
            assertThat(bench.service.create(submission, file, bench)).isInstanceOf(BatchReply.Lost.class);
        }
    }

    @Test
    void distinguishesRejections() throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, SLOW)) {
            Submission submission = bench.submission(1);
            bench.faults(Map.of("openai_file_upload/status:429:seconds", 1.0));
            var full = refused(bench.service.upload(submission, bench));
            bench.faults(Map.of("openai_file_upload/status:401", 1.0));
            var dead = refused(bench.service.upload(submission, bench));
            bench.faults(Map.of("openai_batch_list/status:500", 1.0));
            var broken = refused(bench.service.list(Optional.empty(), bench));

            assertThat(full.disposition()).isEqualTo(Disposition.CAPACITY);
            assertThat(full.retryAfter()).contains(Duration.ofSeconds(2));
            assertThat(dead.disposition()).isEqualTo(Disposition.DEAD_KEY);
            assertThat(dead.isRetryable()).isFalse();
            assertThat(broken.disposition()).isEqualTo(Disposition.RETRYABLE);
        }
    }

    @Test
    void listsMoreBatchesThanFitAPage() throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, SLOW)) {
            Submission submission = bench.submission(1);
            Optional<String> file = done(bench.service.upload(submission, bench));
            Set<String> made = new HashSet<>();
            for (int i = 0; i < 205; i++) {
                made.add(done(bench.service.create(submission, file, bench)).batchId());
            }
            Set<String> listed = new HashSet<>();
            BatchPage page = done(bench.service.list(Optional.empty(), bench));
            int pages = 1;
            while (page.next().isPresent()) {
                listed.addAll(page.batches().stream().map(BatchStatus::batchId).collect(Collectors.toSet()));
                page = done(bench.service.list(page.next(), bench));
                pages++;
            }
            listed.addAll(page.batches().stream().map(BatchStatus::batchId).collect(Collectors.toSet()));

            assertThat(listed).hasSize(205).isEqualTo(made);
            assertThat(pages).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"CHAT", "AZURE"})
    void asksToComeBackForAFileThatCannotBeUsedYet(Variant variant) throws Exception {
        try (var bench = BatchBench.open(variant, directory, Map.of("file_lag", "30s"))) {
            Submission submission = bench.submission(1);
            Optional<String> file = done(bench.service.upload(submission, bench));

            assertThat(refused(bench.service.create(submission, file, bench)).disposition())
                    .isEqualTo(Disposition.RETRYABLE);
            assertThat(bench.asked().contains("azure_batch_create")).isFalse();
            bench.pass(Duration.ofSeconds(31));
            assertThat(bench.service.create(submission, file, bench)).isInstanceOf(BatchReply.Done.class);
        }
    }

    @Test
    void cancelsABatchAndTellsTheEndOfOneThatHasEnded() throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, Map.of("running", "1h", "cancelling", "5m"))) {
            BatchStatus made = bench.created(bench.submission(2));

            assertThat(done(bench.service.cancel(made.batchId(), bench)).state())
                    .isEqualTo(State.CANCELLING);
            bench.pass(Duration.ofMinutes(6));
            assertThat(done(bench.service.cancel(made.batchId(), bench)).state())
                    .isEqualTo(State.CANCELLED);
        }
    }

    @Test
    void deletesAnUploadedFile() throws Exception {
        try (var bench = BatchBench.open(Variant.AZURE_OLDER, directory, Map.of())) {
            String file = done(bench.service.upload(bench.submission(1), bench)).orElseThrow();

            assertThat(bench.service.delete(file, bench)).isInstanceOf(BatchReply.Done.class);
            assertThat(bench.service.delete(file, bench)).isInstanceOf(BatchReply.Gone.class);
        }
    }

    @Test
    void losesADownloadThatBreaksOff() throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, Map.of())) {
            BatchStatus made = bench.created(bench.submission(20));
            bench.pass(Duration.ofMinutes(1));
            BatchStatus ended = bench.status(made);
            bench.faults(Map.of("openai_file_content/reset:1500", 1.0));

            assertThat(bench.service.download(ended, ended.results().getFirst(), directory.resolve("cut"), bench))
                    .isInstanceOf(BatchReply.Lost.class);
        }
    }

    @Test
    void sendsNothingWhenTheFileIsMissing() throws Exception {
        try (var bench = BatchBench.open(Variant.CHAT, directory, Map.of())) {
            Submission submission = bench.submission(1);
            Files.delete(submission.requests());

            assertThat(bench.service.upload(submission, bench))
                    .isInstanceOfSatisfying(
                            BatchReply.NotSent.class,
                            unsent -> assertThat(unsent.isRetryable()).isFalse());
            assertThat(bench.asked().contains("openai_file_upload")).isFalse();
        }
    }

    /// What the account is known by reaches the service, and is harmless.
    @Test
    void namesItsAccountByAHarmlessRequest() throws Exception {
        try (var bench = BatchBench.open(Variant.AZURE_OLDER, directory, Map.of())) {
            assertThat(bench.exchange(bench.service.account()))
                    .isInstanceOfSatisfying(
                            WireReply.Complete.class,
                            reply -> assertThat(reply.status()).isEqualTo(200));
            assertThat(bench.service.account().uri()).hasQuery("api-version=2024-10-21&limit=1");
        }
    }
}

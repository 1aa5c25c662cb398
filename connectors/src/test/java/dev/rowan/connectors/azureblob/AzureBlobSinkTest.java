package dev.rowan.connectors.azureblob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlockListType;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.testkit.contract.PluginContract;
import dev.rowan.testkit.server.AzuriteServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Against the emulator; the output is read by the official client.
@ExtendWith(AzuriteExtension.class)
@Tag("slow")
class AzureBlobSinkTest extends PluginContract<SinkPlugin> {
    private static final String NAME = "out put/ü.txt";
    private static final Row ROW = Row.of("id", "1").with("text", "täxt");

    private static final String COMMIT = "comp=blocklist";

    private WireSetup setup;
    private BlobContainerClient container;
    private Azurite azurite;

    @BeforeEach
    void makeContainer(Azurite running) {
        azurite = running;
        container = running.newContainer();
        setup = running.setup();
    }

    @Override
    protected SinkPlugin plugin() {
        return new AzureBlobSinkPlugin();
    }

    @Override
    protected Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("container", "results", "blob", "x.jsonl", "format", "jsonl");
    }

    @Test
    void marksExactlyTheBytesThatItWrote() throws Exception {
        try (Sink sink = open(Map.of())) {
            for (int rows = 1; rows <= 3; rows++) {
                assertThat(sink.write(ROW)).isEmpty();
                assertMarks(sink.sync(), rows);
            }
        }
        assertThat(content()).isEqualTo("{\"id\":\"1\",\"text\":\"täxt\"}\n".repeat(3));
        assertThat(blob().getProperties().getContentType()).isEqualTo("application/x-ndjson");
    }

    @Test
    void writesWhatTheCsvSinkWrites() throws Exception {
        Map<String, Object> options =
                Map.of("format", "csv", "columns", List.of("id", "text"), "delimiter", ";", "quote", "'");
        try (Sink sink = open(options)) {
            assertThat(sink.write(ROW.with("text", "=1;2"))).isEmpty();
            assertThat(sink.write(ROW.with("other", 1))).isEmpty();
            assertMarks(sink.sync(), 2);
            assertThat(sink.manifest())
                    .containsEntry("formula_neutralising", true)
                    .containsKey("blob");
        }
        assertThat(content()).isEqualTo("id;text\n1;'''=1;2'\n1;täxt\n");
        assertThat(blob().getProperties().getContentType()).isEqualTo("text/csv; charset=utf-8");
    }

    @Test
    void nobodySeesARowBeforeItsSync() throws Exception {
        try (Sink sink = open(Map.of())) {
            assertThat(blob().getProperties().getBlobSize()).isZero();
            sink.write(ROW);
            sink.sync();
            String durable = content();
            writeMany(sink, 9_000_000);
            assertThat(blob().getBlockBlobClient()
                            .listBlocks(BlockListType.UNCOMMITTED)
                            .getUncommittedBlocks())
                    .as("must-fail control: blocks have been uploaded")
                    .hasSize(2);
            assertThat(content()).isEqualTo(durable);
        }
        assertThat(content()).as("closing takes back").isEqualTo("{\"id\":\"1\",\"text\":\"täxt\"}\n");
    }

    @Test
    void writesManyBlocksAndSyncsBetween() throws Exception {
        long seed = 20261115;
        var random = new Random(seed);
        long rows = 0;
        try (Sink sink = open(Map.of())) {
            for (int sync = 0; sync < 20; sync++) {
                rows += writeMany(sink, random.nextInt(1_500_000));
                assertMarks(sink.sync(), rows);
            }
        }
        assertThat(blob().getProperties().getBlobSize()).as("seed %s", seed).isGreaterThan(8_000_000);
    }

    @Test
    void keepsTheNumberOfBlocksSmallOverManySyncs() throws Exception {
        int syncs = 2 * Blocks.MOST_SMALL + 10;
        try (Sink sink = open(Map.of())) {
            for (int i = 0; i < syncs; i++) {
                sink.write(ROW);
                sink.sync();
            }
            assertMarks(sink.sync(), syncs);
        }
        assertThat(blob().getBlockBlobClient()
                        .listBlocks(BlockListType.COMMITTED)
                        .getCommittedBlocks())
                .hasSizeLessThanOrEqualTo(Blocks.MOST_SMALL);
    }

    @Test
    void aSyncWithoutNewRowsSendsNothing() throws Exception {
        var sent = new AtomicInteger();
        try (Sink sink = open(
                Existing.REFUSE,
                setup.over(wire -> request -> {
                    sent.incrementAndGet();
                    return wire.exchange(request);
                }),
                Map.of())) {
            sink.write(ROW);
            Sink.Mark mark = sink.sync();
            int before = sent.get();
            assertThat(sink.sync()).isEqualTo(mark);
            assertThat(sent).hasValue(before);
        }
    }

    @Test
    void rejectsAnExistingBlobWithAdvice() throws Exception {
        blob().upload(BinaryData.fromString("old\n"));
        Sink sink = prepared(setup, Map.of());

        assertThat(sink.check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("already exists", "--overwrite"));
        assertThatThrownBy(() -> sink.open(Existing.REFUSE)).isInstanceOf(PluginException.class);
        assertThat(content()).isEqualTo("old\n");
    }

    @Test
    void overwritesABlobIfRequested() throws Exception {
        blob().upload(BinaryData.fromString("old\n"));
        try (Sink sink = open(Existing.OVERWRITE, setup, Map.of())) {
            sink.write(ROW);
            assertMarks(sink.sync(), 1);
        }
    }

    @Test
    void neverReplacesABlobThatCameAfterTheLook() throws Exception {
        for (Existing existing : Existing.values()) {
            blob().deleteIfExists();
            if (existing == Existing.OVERWRITE) {
                blob().upload(BinaryData.fromString("seen\n"));
            }
            WireSetup raced = setup.over(before(COMMIT, () -> blob().upload(BinaryData.fromString("new\n"), true)));

            assertThatThrownBy(() -> open(existing, raced, Map.of()))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("something else");
            assertThat(content()).isEqualTo("new\n");
        }
    }

    @Test
    void stopsWhenSomebodyElseWritesTheBlob() throws Exception {
        try (Sink sink = open(Map.of())) {
            sink.write(ROW);
            sink.sync();
            blob().upload(BinaryData.fromString("theirs\n"), true);
            sink.write(ROW);

            assertThatThrownBy(sink::sync)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("something else changed or deleted it", "its first 1 rows are safe");
        }
        assertThat(content()).isEqualTo("theirs\n");
    }

    @Test
    void aLostReplyToACommitIsMadeUpFor() throws Exception {
        var lost = new AtomicInteger();
        try (Sink sink = open(Existing.REFUSE, setup.over(losing(COMMIT, lost)), Map.of())) {
            for (int rows = 1; rows <= 3; rows++) {
                sink.write(ROW);
                assertMarks(sink.sync(), rows);
            }
        }
        assertThat(lost).as("must-fail control: replies were lost").hasValueGreaterThanOrEqualTo(4);
    }

    @Test
    void aLostReplyToABlockIsMadeUpFor() throws Exception {
        var lost = new AtomicInteger();
        try (Sink sink = open(Existing.REFUSE, setup.over(losing("comp=block&", lost)), Map.of())) {
            long rows = writeMany(sink, 6_000_000);
            assertMarks(sink.sync(), rows);
        }
        assertThat(lost).as("must-fail control: replies were lost").hasPositiveValue();
    }

    @Test
    void anInterruptDoesNotBreakTheBlob() throws Exception {
        try (Sink sink = open(Map.of())) {
            Thread.currentThread().interrupt();
            sink.write(ROW);
            Sink.Mark mark = sink.sync();
            assertThat(Thread.interrupted()).isTrue();
            assertMarks(mark, 1);
        }
    }

    @Test
    void checkingTouchesNothing() throws Exception {
        assertThat(prepared(setup, Map.of()).check(Existing.REFUSE)).isEmpty();
        assertThat(container.listBlobs()).isEmpty();
    }

    @Test
    void namesAContainerThatIsMissingOrMakesIt() throws Exception {
        String missing = container.getBlobContainerName() + "x";
        assertThat(prepared(setup, Map.of("container", missing)).check(Existing.REFUSE))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("no container '" + missing + "'", "create_container: true"));

        Map<String, Object> make = Map.of("container", missing, "create_container", true);
        assertThat(prepared(setup, make).check(Existing.REFUSE)).isEmpty();
        open(make).close();
        assertThat(azurite.referee()
                        .getBlobContainerClient(missing)
                        .getBlobClient(NAME)
                        .exists())
                .isTrue();
    }

    @Test
    void refusesABlobOfAnotherType() throws Exception {
        blob().getAppendBlobClient().create();

        assertThat(prepared(setup, Map.of()).check(Existing.OVERWRITE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is not a block blob"));
    }

    @Test
    void aWrongKeyIsAClearProblemWithoutTheKey() throws Exception {
        String wrong = "d3Jvbmcga2V5IHdyb25nIGtleSB3cm9uZyBrZXk=";
        WireSetup other =
                setup.with(AccountReference.VARIABLE, AzuriteServer.connectionString(azurite.address(), wrong));

        assertThat(prepared(other, Map.of()).check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("the service rejected the key from ${AZURE_STORAGE_CONNECTION_STRING}")
                        .doesNotContain(wrong));
    }

    @Test
    void writesByASasTokenAndSaysWhatOneMustAllow() throws Exception {
        String url = AzuriteServer.endpoint(azurite.address());
        String writing = SasTokens.writing(container);
        try (Sink sink = open(Existing.REFUSE, setup, Map.of("account_url", url, "sas_token", writing))) {
            sink.write(ROW);
            assertMarks(sink.sync(), 1);
        }
        String reading = SasTokens.reading(container);
        Map<String, Object> readOnly = Map.of("account_url", url, "sas_token", reading, "blob", "other");
        assertThatThrownBy(() -> open(Existing.REFUSE, setup, readOnly))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("rejected the SAS token")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("sig="));
    }

    @Test
    void mayBeClosedTwiceAndUnopened() throws Exception {
        Sink sink = open(Map.of());
        sink.write(ROW);
        sink.close();
        sink.close();
        plugin().configure(section(options())).close();
        assertThat(sink.file()).isEqualTo(Optional.empty());
    }

    private Sink open(Map<String, Object> more) throws Exception {
        return open(Existing.REFUSE, setup, more);
    }

    private Sink open(Existing existing, WireSetup with, Map<String, Object> more) throws Exception {
        Sink sink = prepared(with, more);
        sink.open(existing);
        return sink;
    }

    private Sink prepared(WireSetup with, Map<String, Object> more) throws Exception {
        var options = new HashMap<String, Object>(
                Map.of("container", container.getBlobContainerName(), "blob", NAME, "format", "jsonl"));
        options.putAll(more);
        Sink sink = plugin().configure(section(options));
        sink.prepare(with);
        return sink;
    }

    /// Writes rows of at least `bytes` bytes in total; returns their number.
    private static long writeMany(Sink sink, int bytes) throws Exception {
        Row wide = ROW.with("text", "x".repeat(9_000));
        int rows = bytes / 9_000 + 1;
        for (int i = 0; i < rows; i++) {
            sink.write(wide);
        }
        return rows;
    }

    /// Runs an action before each request with this part in the query.
    private static UnaryOperator<Wire> before(String part, Runnable action) {
        return wire -> request -> {
            if (String.valueOf(request.uri().getRawQuery()).contains(part)) {
                action.run();
            }
            return wire.exchange(request);
        };
    }

    /// Loses the reply to every second request with this part in the query.
    private static UnaryOperator<Wire> losing(String part, AtomicInteger lost) {
        var sent = new AtomicInteger();
        return wire -> request -> {
            WireReply reply = wire.exchange(request);
            if (!String.valueOf(request.uri().getRawQuery()).contains(part) || sent.getAndIncrement() % 2 == 1) {
                return reply;
            }
            lost.incrementAndGet();
            return new WireReply.Unknown(
                    WireReply.Fault.RESET,
                    "lost",
                    OptionalInt.empty(),
                    Headers.none(),
                    Payload.empty(),
                    reply.timings());
        };
    }

    private BlobClient blob() {
        return container.getBlobClient(NAME);
    }

    private String content() {
        return blob().downloadContent().toString();
    }

    private void assertMarks(Sink.Mark mark, long rows) throws Exception {
        byte[] bytes = content().getBytes(UTF_8);
        String sha256 = Sha256.hex(bytes);
        assertThat(mark).isEqualTo(new Sink.Mark(rows, 0, bytes.length, sha256));
    }
}

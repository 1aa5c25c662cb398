package dev.rowan.connectors.azureblob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.csv.CsvSourcePlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.storage.RangedInput;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.testkit.contract.PluginContract;
import dev.rowan.testkit.server.AzuriteServer;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Against the emulator; the input is written by the official client.
@ExtendWith(AzuriteExtension.class)
@Tag("slow")
class AzureBlobSourceTest extends PluginContract<SourcePlugin> {
    private static final String NAME = "in put/ü 100%+x.txt";

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
    protected SourcePlugin plugin() {
        return new AzureBlobSourcePlugin();
    }

    @Override
    protected Class<SourcePlugin> service() {
        return SourcePlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("container", "reviews", "blob", "x.csv", "format", "csv");
    }

    @Test
    void readsWhatTheCsvSourceReads() throws Exception {
        String csv = "\uFEFFid;text\n1;\"zwei\nZeilen\"\n2\n3;ü\n" + "4;\"" + "x".repeat(3_000) + "\"\n5;last";
        Map<String, Object> more = Map.of("id", "id", "delimiter", ";", "max_record_bytes", "2KiB");

        assertThat(readAll(csv.getBytes(UTF_8), "csv", more))
                .isEqualTo(ofFile(new CsvSourcePlugin(), csv.getBytes(UTF_8), more))
                .hasSize(5);
    }

    @Test
    void readsWhatTheJsonlSourceReads() throws Exception {
        byte[] jsonl = "{\"id\":1,\"p\":1.10}\n\n{\"id\":2,\"id\":3}\n{\"id\":\"ü\"}".getBytes(UTF_8);
        Map<String, Object> more = Map.of("id", "id");

        assertThat(readAll(jsonl, "jsonl", more))
                .isEqualTo(ofFile(new JsonlSourcePlugin(), jsonl, more))
                .hasSize(3);
    }

    @Test
    void readsABlobOfManyParts() throws Exception {
        byte[] content = lines(3 * RangedInput.PART + 12_345);
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(content));

        try (Source source = open("jsonl", setup)) {
            long rows = 0;
            long before = 0;
            while (source.next().isPresent()) {
                rows++;
                assertThat(source.progress()).isGreaterThanOrEqualTo(before);
                before = source.progress();
            }
            assertThat(rows).isEqualTo(countLines(content));
            assertThat(source.progress()).isEqualTo(source.size().orElseThrow()).isEqualTo(content.length);
        }
    }

    @Test
    void readsAnEmptyBlobAsNoRows() throws Exception {
        assertThat(readAll(new byte[0], "jsonl", Map.of())).isEmpty();
    }

    @Test
    void readsByAnAccountKeyAndByASasToken() throws Exception {
        container.getBlobClient(NAME).upload(BinaryData.fromString("{\"a\":1}\n"));
        String url = AzuriteServer.endpoint(azurite.address());
        var secrets = setup.with("KEY", AzuriteServer.KEY).with("SAS", "?" + SasTokens.reading(container));

        for (var access : List.of(Map.of("account_key", "KEY"), Map.of("sas_token", "SAS"))) {
            var options = new HashMap<String, Object>(Map.of("account_url", url));
            access.forEach(
                    (key, variable) -> options.put(key, secrets.variables().get(variable)));
            try (Source source = open("jsonl", secrets, options)) {
                assertThat(source.next()).isPresent();
            }
        }
    }

    @Test
    void resumesAnInterruptedDownloadAtTheLastByte() throws Exception {
        byte[] content = lines(2 * RangedInput.PART);
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(content));
        try (var proxy = new CuttingProxy(azurite.address(), 4, 1_000_000)) {
            var cut = setup.with(
                    AccountReference.VARIABLE, AzuriteServer.connectionString(proxy.address(), AzuriteServer.KEY));
            var asked = new ArrayList<String>();

            List<Item> items = readAll("jsonl", cut.over(wire -> request -> {
                request.headers().first("x-ms-range").ifPresent(asked::add);
                return wire.exchange(request);
            }));

            assertThat(items).hasSize((int) countLines(content)).allMatch(Item.Record.class::isInstance);
            assertThat(proxy.opened())
                    .as("must-fail control: connections broke")
                    .isEqualTo(5);
            assertThat(asked).hasSize(6);
            assertThat(asked.get(1)).as("not from the beginning again").isNotEqualTo(asked.get(0));
            assertThat(bytesAsked(asked.get(1))).isBetween(800_000L, 1_000_000L);
        }
    }

    @Test
    void reportsWhereADownloadWithoutProgressFailed() throws Exception {
        byte[] content = lines(2 * RangedInput.PART);
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(content));
        var parts = new AtomicInteger();
        var broken = setup.over(wire -> request -> request.headers().has("x-ms-range") && parts.incrementAndGet() > 1
                ? lost(request, wire)
                : wire.exchange(request));

        assertThatThrownBy(() -> readAll("jsonl", broken))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(
                        "cannot be read further at byte " + RangedInput.PART + " of " + content.length,
                        "broke (reset), after 8 attempts");
    }

    @Test
    void aBlobThatChangesUnderneathIsAnError() throws Exception {
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(lines(2 * RangedInput.PART)));
        try (Source source = open("jsonl", setup)) {
            assertThat(source.next()).isPresent();
            container.getBlobClient(NAME).upload(BinaryData.fromBytes(lines(2 * RangedInput.PART)), true);

            assertThatThrownBy(() -> drain(source))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining(
                            "was changed or deleted while it was being read, at byte " + RangedInput.PART);
        }
    }

    @Test
    void aBlobThatIsDeletedUnderneathIsAnError() throws Exception {
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(lines(2 * RangedInput.PART)));
        try (Source source = open("jsonl", setup)) {
            container.getBlobClient(NAME).delete();

            assertThatThrownBy(() -> drain(source))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("was changed or deleted while it was being read");
        }
    }

    @Test
    void namesABlobOrAContainerThatIsMissing() {
        assertThatThrownBy(() -> open("csv", setup))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(container.getBlobContainerName(), "no such blob; check its name");
        assertThatThrownBy(() -> open("csv", setup, Map.of("container", "nowhere")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("no container 'nowhere' in the account; check its name");
    }

    @Test
    void aWrongKeyIsAClearErrorWithoutTheKey() {
        String wrong = "d3Jvbmcga2V5IHdyb25nIGtleSB3cm9uZyBrZXk=";
        var setupWithWrong =
                setup.with(AccountReference.VARIABLE, AzuriteServer.connectionString(azurite.address(), wrong));

        assertThatThrownBy(() -> open("csv", setupWithWrong))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("the service rejected the key from ${AZURE_STORAGE_CONNECTION_STRING}", "403")
                .hasMessageNotContaining(wrong)
                .hasMessageNotContaining("Signature");
    }

    @Test
    void reportsAnUnreachableService() {
        URI reserved = URI.create("http://127.0.0.1:1"); // a port that was just given back may be another's by now
        var gone = setup.with(AccountReference.VARIABLE, AzuriteServer.connectionString(reserved, AzuriteServer.KEY));

        assertThatThrownBy(() -> open("csv", gone))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("127.0.0.1 cannot be reached (connect)");
    }

    @Test
    void namesTheVariableThatIsMissing() {
        var bare = new WireSetup(Map.of(), setup.wire(), setup.time());

        assertThatThrownBy(() -> open("csv", bare))
                .isInstanceOf(PluginException.class)
                .hasMessage("environment variable AZURE_STORAGE_CONNECTION_STRING is not set");
    }

    @Test
    void refusesABlobThatIsNoText() {
        byte[] gzip = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, '\n'};

        assertThatThrownBy(() -> readAll(gzip, "csv", Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("gunzip");
    }

    @Test
    void describesItselfByItsAddressWithoutAnyRight() throws Exception {
        container.getBlobClient(NAME).upload(BinaryData.fromString("{}"));
        try (Source source = open("jsonl", setup)) {
            assertThat(source.describe())
                    .isEqualTo(AzuriteServer.endpoint(azurite.address()) + "/" + container.getBlobContainerName()
                            + "/in%20put/%C3%BC%20100%25%2Bx.txt");
            assertThat(source.file()).isEmpty();
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(lines(2 * RangedInput.PART)));
        try (Source source = open("jsonl", setup)) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> drain(source)).isInstanceOf(PluginException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private List<Item> readAll(byte[] content, String format, Map<String, Object> more) throws Exception {
        container.getBlobClient(NAME).upload(BinaryData.fromBytes(content));
        try (Source source = open(format, setup, more)) {
            return drain(source);
        }
    }

    private List<Item> readAll(String format, WireSetup with) throws Exception {
        try (Source source = open(format, with)) {
            return drain(source);
        }
    }

    private List<Item> ofFile(SourcePlugin other, byte[] content, Map<String, Object> more) throws Exception {
        var options = new HashMap<>(more);
        options.put("path", Files.write(folder.resolve("input"), content).toString());
        var problems = new dev.rowan.api.config.Problems();
        try (Source source = other.configure(dev.rowan.api.config.Section.check(
                        dev.rowan.api.config.ConfigNode.of(options), other.options(), folder, problems)
                .orElseThrow())) {
            source.open();
            return drain(source);
        }
    }

    @Test
    void itsFingerprintIsTheVersionOfTheBlob() throws Exception {
        var blob = container.getBlobClient(NAME);
        blob.upload(BinaryData.fromString("{}\n"));
        String first = fingerprint();
        assertThat(first)
                .isEqualTo("etag:" + blob.getProperties().getETag().replace("\"", "") + ",bytes:3")
                .isEqualTo(fingerprint());
        blob.upload(BinaryData.fromString("{}\n"), true);
        assertThat(fingerprint()).isNotEqualTo(first);
    }

    private String fingerprint() throws Exception {
        try (Source source = open("jsonl", setup)) {
            return source.fingerprint().orElseThrow();
        }
    }

    private static List<Item> drain(Source source) throws Exception {
        var items = new ArrayList<Item>();
        for (var item = source.next(); item.isPresent(); item = source.next()) {
            items.add(item.get());
        }
        return items;
    }

    private Source open(String format, WireSetup with) throws Exception {
        return open(format, with, Map.of());
    }

    private Source open(String format, WireSetup with, Map<String, Object> more) throws Exception {
        var options = new HashMap<String, Object>(
                Map.of("container", container.getBlobContainerName(), "blob", NAME, "format", format));
        options.putAll(more);
        Source source = plugin().configure(section(options));
        source.prepare(with);
        source.open();
        return source;
    }

    private static WireReply lost(WireRequest request, Wire wire) {
        return new WireReply.Unknown(
                WireReply.Fault.RESET,
                "cut",
                OptionalInt.empty(),
                Headers.none(),
                Payload.empty(),
                wire.exchange(request).timings());
    }

    private static long bytesAsked(String range) {
        return Long.parseLong(range.substring("bytes=".length(), range.indexOf('-')));
    }

    /// At least `size` bytes of jsonl.
    static byte[] lines(int size) {
        byte[] line = ("{\"text\":\"" + "ä".repeat(500) + "\"}\n").getBytes(UTF_8);
        var bytes = new byte[(size / line.length + 1) * line.length];
        for (int at = 0; at < bytes.length; at += line.length) {
            System.arraycopy(line, 0, bytes, at, line.length);
        }
        return bytes;
    }

    private static long countLines(byte[] bytes) {
        return new String(bytes, UTF_8).lines().count();
    }
}

package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.storage.Plugins;
import dev.rowan.connectors.storage.WireSetup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Sinks on real servers.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class S3SinkTest {
    private static final long SEED = 20261117;

    private S3Server server;
    private S3Bucket bucket;
    private int keys;

    abstract S3Server startServer() throws Exception;

    /// Whether aborting an upload leaves another one of the same key alone.
    boolean keepsOtherUploads() {
        return true;
    }

    @BeforeAll
    void start() throws Exception {
        server = startServer();
        bucket = server.newBucket();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /// Some 11 MB.
    private static List<Row> rows() {
        return rows(220);
    }

    private static List<Row> rows(int count) {
        var random = new Random(SEED);
        var rows = new ArrayList<Row>();
        for (int i = 0; i < count; i++) {
            var bytes = new byte[25_000];
            random.nextBytes(bytes);
            rows.add(Row.of("id", i).with("text", java.util.HexFormat.of().formatHex(bytes)));
        }
        return rows;
    }

    @Test
    void writesAnObjectInPartsThatAppearsAtTheEnd() throws Exception {
        String key = key(".jsonl");
        try (Sink sink = sink(key, S3Server.setup())) {
            sink.open(Existing.REFUSE);
            for (Row row : rows()) {
                sink.write(row);
            }
            Mark mark = sink.sync();
            assertThat(mark.rows()).isPositive().isLessThan(rows().size());
            assertThat(S3Server.get(bucket, key)).isEmpty();
            Mark last = sink.finish();
            assertThat(last.rows()).isEqualTo(rows().size());
            assertThat(source(key)).hasSize(rows().size());
            assertThat(sha256(key)).isEqualTo(last.sha256());
        }
        assertThat(sink(key, S3Server.setup()).check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("already exists; use --overwrite"));
    }

    @Test
    void writesPartsAndAManifestBesideThem() throws Exception {
        String key = key(".jsonl");
        try (Sink sink = sink(key, S3Server.setup())) {
            var parts = (Sink.Parts.Listed) sink.parts();
            assertThat(parts.name()).isEqualTo(key.substring(key.lastIndexOf('/') + 1));
            for (int attempt = 1; attempt <= 2; attempt++) {
                try (Sink part = sink.part(new Sink.PartInfo(3, "part-3.jsonl", true))) {
                    part.open(Existing.OVERWRITE);
                    part.write(Row.of("id", 7));
                    assertThat(part.finish().rows()).isEqualTo(1);
                }
            }
            String beside = key.substring(0, key.lastIndexOf('/') + 1);
            assertThat(source(beside + "part-3.jsonl")).hasSize(1);
            assertThat(parts.folder().read("manifest.json")).isEmpty();
            parts.folder().write("manifest.json", "{}".getBytes(UTF_8));
            assertThat(parts.folder().read("manifest.json"))
                    .hasValueSatisfying(
                            content -> assertThat(content).asString().isEqualTo("{}"));
            parts.folder().delete("manifest.json");
            assertThat(parts.folder().read("manifest.json")).isEmpty();
        }
    }

    @Test
    void writesASmallAndAnEmptyObjectAtOnce() throws Exception {
        for (int rows : new int[] {0, 3}) {
            String key = key(".jsonl");
            try (Sink sink = sink(key, S3Server.setup())) {
                sink.open(Existing.REFUSE);
                for (int i = 0; i < rows; i++) {
                    sink.write(Row.of("id", i));
                }
                assertThat(sink.sync().rows()).isZero();
                Mark mark = sink.finish();
                assertThat(mark.rows()).isEqualTo(rows);
                assertThat(Sha256.hex(S3Server.get(bucket, key).orElseThrow())).isEqualTo(mark.sha256());
            }
        }
    }

    @Test
    void resumesAnUploadAndDropsForeignOnes() throws Exception {
        List<Row> rows = rows(400);
        String straight = key(".jsonl.gz");
        Mark expected = write(rows, sink(straight, S3Server.setup()));
        String key = key(".jsonl.gz");
        Sink killed = sink(key, S3Server.setup());
        killed.open(Existing.REFUSE);
        for (Row row : rows) {
            killed.write(row);
        }
        Mark mark = killed.sync();
        assertThat(mark.rows()).isPositive().isLessThan(rows.size());
        if (keepsOtherUploads()) {
            new S3Uploads(bucket.object(key), "text/plain", "someone", false).create();
            assertThat(uploads(key)).isEqualTo(2);
        }

        try (Sink sink = sink(key, S3Server.setup())) {
            assertThat(sink.resume(mark)).isEqualTo(mark);
            assertThat(uploads(key)).isEqualTo(1);
            for (Row row : rows.subList((int) mark.rows(), rows.size())) {
                sink.write(row);
            }
            assertThat(sink.finish().sha256()).isEqualTo(expected.sha256());
        }
        assertThat(sha256(key)).isEqualTo(expected.sha256());
        assertThat(uploads(key)).isZero();

        try (Sink again = sink(key, S3Server.setup())) {
            again.resume(mark);
            for (Row row : rows.subList((int) mark.rows(), rows.size())) {
                again.write(row);
            }
            assertThat(again.finish().sha256()).as("a crash behind Complete").isEqualTo(expected.sha256());
        }
        assertThat(sha256(key)).isEqualTo(expected.sha256());
    }

    @Test
    void aLostReplyToTheLastRequestIsNoFailure() throws Exception {
        for (List<Row> rows : List.of(rows(), List.of(Row.of("id", 1)))) {
            String key = key(".jsonl");
            var lost = new AtomicInteger();
            WireSetup losing = S3Server.setup().over(wire -> request -> {
                WireReply reply = wire.exchange(request);
                boolean last = (request.method().equals("POST")
                                && request.uri().getQuery().startsWith("uploadId"))
                        || (request.method().equals("PUT") && request.uri().getQuery() == null);
                return last && lost.getAndIncrement() == 0
                        ? new WireReply.Unknown(
                                WireReply.Fault.RESET,
                                "lost",
                                OptionalInt.empty(),
                                Headers.none(),
                                Payload.empty(),
                                FakeS3.timings())
                        : reply;
            });
            Mark mark = write(rows, sink(key, losing));
            assertThat(lost.get()).as("must-fail control: it was sent again").isEqualTo(2);
            assertThat(sha256(key)).isEqualTo(mark.sha256());
        }
    }

    @Test
    void neverReplacesAnObjectThatAppearedMeanwhile() throws Exception {
        for (List<Row> rows : List.of(rows(), List.of(Row.of("id", 1)))) {
            String key = key(".jsonl");
            try (Sink sink = sink(key, S3Server.setup())) {
                sink.open(Existing.REFUSE);
                for (Row row : rows) {
                    sink.write(row);
                }
                S3Server.put(bucket, key, "theirs".getBytes(UTF_8));
                assertThatThrownBy(sink::finish)
                        .isInstanceOf(PluginException.class)
                        .hasMessageContaining("something else created it just now");
            }
            assertThat(S3Server.get(bucket, key))
                    .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("theirs"));
        }
    }

    @Test
    void anEarlierProcessThatReplacesAPartIsNoticed() throws Exception {
        String key = key(".jsonl");
        List<Row> rows = rows();
        Sink sink = sink(key, S3Server.setup());
        sink.open(Existing.REFUSE);
        for (Row row : rows) {
            sink.write(row);
        }
        Mark mark = sink.sync();
        String upload = UploadState.parse(mark.state().orElseThrow()).upload();
        new S3Uploads(bucket.object(key), "", "", false).putPart(upload, 1, Payload.of(new byte[9_000_000]));

        assertThatThrownBy(sink::finish)
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("another process wrote a part of it");
        assertThat(S3Server.get(bucket, key)).isEmpty();
        assertThatThrownBy(() -> sink(key, S3Server.setup()).resume(mark))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("its upload has other parts than recorded");
        new S3Uploads(bucket.object(key), "", "", false).abortOthers(Optional.empty());
        assertThatThrownBy(() -> sink(key, S3Server.setup()).resume(mark))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("its upload was aborted", "start a new run");
    }

    @Test
    void appendsByCopying() throws Exception {
        String key = key(".jsonl");
        S3Server.put(bucket, key, "{\"id\":0}".getBytes(UTF_8));
        try (Sink sink = sink(key, S3Server.setup())) {
            assertThat(sink.start(Existing.APPEND)).isEqualTo(Mark.at(8));
            sink.open(Existing.APPEND);
            sink.write(Row.of("id", 1));
            assertThat(sink.finish().end()).isEqualTo(18);
        }
        assertThat(new String(S3Server.get(bucket, key).orElseThrow(), UTF_8)).isEqualTo("{\"id\":0}\n{\"id\":1}\n");
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        Sink nowhere = Plugins.sink(new JsonlSinkPlugin(), server.options("s3://no-such-bucket/x"), S3Server.setup());
        assertThat(nowhere.check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("no bucket 'no-such-bucket'"));
        for (String path : List.of("s3://bucket/", "s3://bucket/*.csv")) {
            assertThatThrownBy(() -> Plugins.sink(new JsonlSinkPlugin(), server.options(path), S3Server.setup()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("must name one object for a sink");
        }
        var append = new HashMap<>(server.options("s3://bucket/x"));
        append.put("mode", "append");
        assertThatThrownBy(() -> Plugins.sink(new JsonlSinkPlugin(), append, S3Server.setup()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must be 'create' for object storage");
        WireSetup full = S3Server.setup()
                .over(wire -> request -> request.method().equals("PUT")
                        ? new WireReply.Complete(
                                403,
                                Headers.none(),
                                Payload.utf8("<Error><Code>QuotaExceeded</Code></Error>"),
                                Optional.empty(),
                                FakeS3.timings())
                        : wire.exchange(request));
        Sink sink = sink(key(".jsonl"), full);
        sink.open(Existing.REFUSE);
        sink.write(Row.of("id", 1));
        assertThatThrownBy(sink::finish)
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("the bucket is full (403 QuotaExceeded)", "then resume the run");
    }

    private String key(String end) {
        return "out/täst " + keys++ + end;
    }

    private static Mark write(List<Row> rows, Sink sink) throws Exception {
        try (sink) {
            sink.open(Existing.REFUSE);
            for (Row row : rows) {
                sink.write(row);
            }
            return sink.finish();
        }
    }

    private int uploads(String key) throws Exception {
        var reply =
                bucket.settled(S3Request.of("GET", "").query("uploads", "").query("prefix", key), 1, bucket.location());
        return bucket.xml(reply, "Upload", bucket.location()).items().size();
    }

    /// Read by our own source, since objects are larger than a reply may be.
    private String sha256(String key) throws Exception {
        var digest = Sha256.create();
        var object = bucket.object(key);
        var version = ((S3Object.Found.Present) object.find(1)).version();
        var bytes = new byte[1 << 16];
        try (var input = new dev.rowan.connectors.storage.RangedInput(object, version, 0)) {
            for (int count = input.read(bytes, 0, bytes.length);
                    count >= 0;
                    count = input.read(bytes, 0, bytes.length)) {
                digest.update(bytes, 0, count);
            }
        }
        return Sha256.hex(digest);
    }

    private String path(String key) {
        return "s3://" + bucket.location().bucket() + "/" + key;
    }

    private List<?> source(String key) throws Exception {
        return Plugins.readAll(Plugins.source(new JsonlSourcePlugin(), server.options(path(key)), S3Server.setup()));
    }

    private Sink sink(String key, WireSetup setup) throws Exception {
        Map<String, Object> options = server.options(path(key));
        return Plugins.sink(new JsonlSinkPlugin(), options, setup);
    }
}

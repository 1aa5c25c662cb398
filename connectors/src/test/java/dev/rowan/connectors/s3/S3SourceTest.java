package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.csv.CsvSourcePlugin;
import dev.rowan.connectors.storage.Plugins;
import dev.rowan.connectors.storage.RangedInput;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sources on S3Proxy, which verifies signatures.
@Tag("slow")
class S3SourceTest {
    private static S3Server server;
    private static S3Bucket bucket;

    @BeforeAll
    static void start() throws Exception {
        server = S3Server.proxy();
        bucket = server.newBucket();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void readsAnObject() throws Exception {
        S3Server.put(bucket, "täst dir/a+b&c.csv", "id,text\n1,one\n2,two\n".getBytes(UTF_8));
        Source source = source("täst dir/a+b&c.csv", Map.of("file_name", "_path"));

        assertThat(Plugins.readAll(source))
                .map(item -> String.valueOf(((Item.Record) item).row().asMap()))
                .containsExactly(
                        "{id=1, text=one, _path=" + path("täst dir/a+b&c.csv") + "}",
                        "{id=2, text=two, _path=" + path("täst dir/a+b&c.csv") + "}");
        assertThat(source.describe()).isEqualTo(path("täst dir/a+b&c.csv"));
        assertThat(source.credential()).contains("access key of the settings");
    }

    @Test
    void readsObjectsThatMatchInTheOrderOfTheirKeys() throws Exception {
        for (String key : List.of("in/b.csv", "in/a.csv", "in/a.txt", "in/.hidden.csv", "in/deep/c.csv", "in/")) {
            S3Server.put(bucket, key, (key.endsWith("/") ? "" : "key\n" + key + "\n").getBytes(UTF_8));
        }
        assertThat(keys("in/*.csv")).containsExactly("in/a.csv", "in/b.csv");
        assertThat(keys("in/**/*.csv")).containsExactly("in/a.csv", "in/b.csv", "in/deep/c.csv");
        assertThat(keys("in/")).containsExactly("in/a.csv", "in/a.txt", "in/b.csv");
        assertThat(keys("in/{a,b}.*")).containsExactly("in/a.csv", "in/a.txt", "in/b.csv");
        assertThatThrownBy(() -> keys("in/*.json"))
                .isInstanceOf(PluginException.class)
                .hasMessage(path("in/*.json") + " matches no object; check 'path'");
    }

    private List<String> keys(String pattern) throws Exception {
        return Plugins.readAll(source(pattern, Map.of())).stream()
                .map(item -> String.valueOf(((Item.Record) item).row().get("key")))
                .toList();
    }

    @Test
    void readsALargeCompressedObjectInRanges() throws Exception {
        var random = new java.util.Random(7);
        var packed = new ByteArrayOutputStream();
        int rows = 0;
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write("id,text\n".getBytes(UTF_8));
            for (; packed.size() < 2 * RangedInput.PART; rows++) {
                gzip.write((rows + "," + Long.toHexString(random.nextLong()).repeat(1) + random.nextLong() + "\n")
                        .getBytes(UTF_8));
            }
        }
        S3Server.put(bucket, "large.csv.gz", packed.toByteArray());

        assertThat(Plugins.readAll(source("large.csv.gz", Map.of()))).hasSize(rows);
    }

    @Test
    void stopsWhenTheObjectChangesWhileItIsRead() throws Exception {
        byte[] first = ("text\n" + "x".repeat(99) + "\n").getBytes(UTF_8);
        S3Server.put(bucket, "changing.csv", java.util.Arrays.copyOf(first, 2 * RangedInput.PART));
        byte[] lines = ("text\n" + ("x".repeat(99) + "\n").repeat(2 * RangedInput.PART / 100)).getBytes(UTF_8);
        S3Server.put(bucket, "changing.csv", lines);
        try (Source source = source("changing.csv", Map.of())) {
            source.open();
            source.next();
            lines[lines.length - 2] = 'y';
            S3Server.put(bucket, "changing.csv", lines);
            assertThatThrownBy(() -> {
                        while (source.next().isPresent()) {}
                    })
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining(
                            "was changed or deleted while it was being read, at byte " + RangedInput.PART);
        }
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThatThrownBy(() -> Plugins.readAll(source("nothing.csv", Map.of())))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(path("nothing.csv") + ": no such object", "check 'path'");
        assertThatThrownBy(() -> Plugins.readAll(Plugins.source(
                        new CsvSourcePlugin(), server.options("s3://no-such-bucket/x.csv"), S3Server.setup())))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("no bucket 'no-such-bucket'", "'region'");
        var wrong = new HashMap<>(server.storage());
        wrong.put("secret_access_key", "not-the-credential");
        assertThatThrownBy(() -> Plugins.readAll(Plugins.source(
                        new CsvSourcePlugin(), Map.of("path", path("x.csv"), "storage", wrong), S3Server.setup())))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("rejected the credential (403 SignatureDoesNotMatch", "check the key")
                .hasMessageNotContaining("not-the-credential");
    }

    @Test
    void refusesKeysThatDoNothing() {
        assertProblem(
                Map.of("path", "x.csv", "storage", Map.of("region", "x")), "do not apply to a local 'path': region");
        assertProblem(
                Map.of("path", "s3://bucket/x.csv", "storage", Map.of("sas_token", "x")),
                "do not apply to s3://: sas_token");
        assertProblem(Map.of("path", "ftp://bucket/x.csv"), "must be a local path or start with az://, gs://, s3://");
        assertProblem(Map.of("path", "s3://B/x.csv"), "must name a bucket of 3 to 63 lower case letters");
        assertProblem(
                Map.of("path", "s3://bucket/x.csv", "storage", Map.of("access_key_id", "x")), "must be set together");
        assertProblem(Map.of("path", "s3://bucket/[x.csv"), "must be a key or a pattern");
    }

    private static void assertProblem(Map<String, Object> options, String words) {
        assertThatThrownBy(() -> Plugins.source(new CsvSourcePlugin(), options, S3Server.setup()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(words);
    }

    private static String path(String key) {
        return "s3://" + bucket.location().bucket() + "/" + key;
    }

    private static Source source(String key, Map<String, Object> more) throws Exception {
        var options = new HashMap<>(server.options(path(key)));
        options.putAll(more);
        return Plugins.source(new CsvSourcePlugin(), options, S3Server.setup());
    }
}

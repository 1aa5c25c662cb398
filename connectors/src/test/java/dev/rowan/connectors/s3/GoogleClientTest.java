package dev.rowan.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Source;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.storage.Plugins;
import dev.rowan.testkit.server.FaultyProxy;
import dev.rowan.testkit.server.GoogleStorageClient;
import dev.rowan.testkit.server.S3Servers;
import dev.rowan.testkit.server.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Google's own client as a referee, on a server that is neither Google's nor ours: it makes the same requests for an
/// upload as a `gs://` sink, reads the parts of an upload that a sink has left behind, and writes what a source reads.
@Tag("slow")
class GoogleClientTest {
    private static final Path CLIENT = Path.of("src/test/resources/google/GoogleUploads.java");
    private static final int ROW_BYTES = 1024 * 1024;

    private final List<String> requests = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void understandsOurUploadsAndWeUnderstandItsOwn() throws Exception {
        try (ServerProcess server = S3Servers.startAnonymousProxy();
                FaultyProxy proxy = FaultyProxy.start(server.address())) {
            createBucket(server.address().resolve("/rowan"));
            proxy.answer((method, path) -> {
                requests.add(method + " "
                        + path.toString()
                                .replaceAll("uploadId=[^&]*", "uploadId=ID")
                                .replace("?uploads=", "?uploads"));
                return Optional.empty();
            });
            String endpoint = proxy.address().toString();

            leaveUnfinished(endpoint, "left.jsonl", 12);
            List<String> ofSink = uploads("left.jsonl");
            assertThat(GoogleStorageClient.run(CLIENT, endpoint, "rowan", "finish", "left.jsonl"))
                    .contains("part 1 of ");
            assertThat(read(endpoint, "left.jsonl"))
                    .as("the rows of the first part")
                    .hasSizeBetween(8, 12)
                    .first()
                    .satisfies(row -> assertThat(row.get("n")).isEqualTo(0L));

            Path file = folder.resolve("rows.jsonl");
            String row = "{\"text\":\"" + "x".repeat(ROW_BYTES) + "\"}";
            Files.write(file, Collections.nCopies(12, row)); // a part has at least 5 MiB
            GoogleStorageClient.run(CLIENT, endpoint, "rowan", "upload", "left.jsonl", file.toString());
            assertThat(read(endpoint, "left.jsonl")).hasSize(12);
            assertThat(uploads("left.jsonl")
                            .subList(ofSink.size(), uploads("left.jsonl").size()))
                    .as("the same requests")
                    .containsAll(ofSink);
        }
    }

    /// The requests that begin, fill and complete uploads.
    private List<String> uploads(String key) {
        return requests.stream()
                .filter(request -> request.matches("(POST|PUT) /rowan/" + key + "\\?.*"))
                .toList();
    }

    private static Map<String, Object> options(String endpoint, String key) {
        return Map.of("path", "gs://rowan/" + key, "storage", Map.of("endpoint", endpoint, "anonymous", true));
    }

    /// Writes more than a part, and drops the rest as a process that dies.
    private static void leaveUnfinished(String endpoint, String key, int rows) throws Exception {
        try (Sink sink = Plugins.sink(new JsonlSinkPlugin(), options(endpoint, key), S3Server.setup())) {
            sink.open(Existing.REFUSE);
            for (int n = 0; n < rows; n++) {
                sink.write(Row.of("n", n).with("text", "x".repeat(ROW_BYTES)));
            }
            assertThat(sink.sync().rows()).isPositive();
        }
    }

    private static List<Row> read(String endpoint, String key) throws Exception {
        return Plugins.readAll(Plugins.source(new JsonlSourcePlugin(), options(endpoint, key), S3Server.setup()))
                .stream()
                .map(item -> ((Source.Item.Record) item).row())
                .toList();
    }

    private static void createBucket(URI bucket) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(bucket)
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}

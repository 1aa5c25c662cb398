package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Source;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.storage.Plugins;
import dev.rowan.connectors.storage.WireSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Google's dialect: its headers, its signature, its condition.
class GoogleStorageTest {
    private final FakeS3 service = new FakeS3();
    private final List<WireRequest> requests = new ArrayList<>();

    private final WireSetup setup = WireSetup.of(Map.of()).over(_ -> request -> {
        requests.add(request);
        return inS3(request);
    });

    /// The same request as the fake knows it.
    private WireReply inS3(WireRequest request) {
        Headers headers = Headers.none();
        for (Headers.Field field : request.headers().fields()) {
            headers = field.name().equals("x-goog-if-generation-match")
                    ? headers.with("If-None-Match", "*")
                    : headers.with(field.name().replace("x-goog-", "x-amz-"), field.value());
        }
        return service.exchange(new WireRequest(
                request.method(), request.uri(), headers, List.of(), request.body(), request.deadline()));
    }

    @Test
    void signsWithAnHmacKeyAndRefusesToReplace() throws Exception {
        var options = Map.of(
                "path",
                "gs://bucket/x.jsonl",
                "storage",
                Map.of("access_key_id", "GOOG1E", "secret_access_key", "secret-of-google"));
        try (Sink sink = Plugins.sink(new JsonlSinkPlugin(), options, setup)) {
            assertThat(sink.credential()).contains("HMAC key of the settings");
            sink.open(Existing.REFUSE);
            sink.write(Row.of("id", 1));
            sink.finish();
        }
        assertThat(service.content("x.jsonl").orElseThrow()).isEqualTo("{\"id\":1}\n".getBytes(UTF_8));
        assertThat(requests).allSatisfy(request -> {
            assertThat(request.uri().getHost()).isEqualTo("storage.googleapis.com");
            assertThat(request.credentials().getFirst().prefix()).startsWith("GOOG4-HMAC-SHA256 Credential=GOOG1E/");
            assertThat(request.headers().fields())
                    .noneMatch(field -> field.name().startsWith("x-amz-"));
        });
        assertThat(requests.getLast().headers().first("x-goog-if-generation-match"))
                .contains("0");

        Source source = Plugins.source(new JsonlSourcePlugin(), options, setup);
        assertThat(Plugins.readAll(source)).hasSize(1);
        assertThat(requests.getLast().headers().first("Accept-Encoding"))
                .as("objects stored as gzip are not unpacked on the way")
                .contains("gzip");
    }

    @Test
    void sendsNoCredentialForPublicObjects() throws Exception {
        service.put("x.jsonl", "{\"id\":1}\n".getBytes(UTF_8));
        var options = Map.of("path", "gs://bucket/x.jsonl", "storage", Map.of("anonymous", true));
        assertThat(Plugins.readAll(Plugins.source(new JsonlSourcePlugin(), options, setup)))
                .hasSize(1);
        assertThat(requests).allMatch(request -> request.credentials().isEmpty());
    }
}

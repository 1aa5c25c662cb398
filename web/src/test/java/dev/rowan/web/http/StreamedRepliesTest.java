package dev.rowan.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.web.html.Html;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streamed bodies over HTTP.
@Timeout(180)
class StreamedRepliesTest {
    private static final String TOKEN = "test-token-0123456789";

    private static final ErrorPage NO_PAGES = new ErrorPage() {
        @Override
        public Html error(int status, String why) {
            throw new AssertionError("asked as a machine");
        }

        @Override
        public Html signIn(boolean password, Optional<String> wrong) {
            throw new AssertionError("asked with the token");
        }
    };

    private static HttpResponse<String> answer(String method, WebReply.Body body) throws Exception {
        var router = new Router()
                .get(
                        "/api/stream",
                        _ -> new WebReply.Stream("application/x-ndjson", Map.of(), body).asFile("rows.jsonl"));
        try (var server = WebServer.start(WebAccess.onLoopback(0, TOKEN), router, NO_PAGES, new SystemTime());
                var client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(server.address() + "/api/stream"))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .header("Authorization", "Bearer " + TOKEN)
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void anErrorBeforeTheFirstByteIsAnErrorResponse() throws Exception {
        HttpResponse<String> answer = answer("GET", _ -> {
            throw new WebRequestException(429, "3 searches are under way");
        });
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("3 searches are under way");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Content-Disposition")).isEmpty();
    }

    @Test
    void streamsABodyAsAFile() throws Exception {
        HttpResponse<String> answer = answer("GET", out -> out.write("{}\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}\n");
        assertThat(answer.headers().firstValue("Content-Disposition")).contains("attachment; filename=\"rows.jsonl\"");
    }

    @Test
    void anUnreadableBodyIsAnErrorWithAMessage() throws Exception {
        HttpResponse<String> answer = answer("GET", _ -> {
            throw new NoSuchFileException("results.jsonl");
        });
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("cannot read", "results.jsonl");
    }

    @Test
    void aTruncatedBodyIsDetectedByTheClient() {
        for (Exception broken : List.of(new IOException("gone"), new IllegalStateException("a defect"))) {
            assertThatThrownBy(() -> answer("GET", out -> {
                        out.write("a line\n".getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        switch (broken) {
                            case IOException unread -> throw unread;
                            default -> throw new IllegalStateException(broken);
                        }
                    }))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void anEmptyBodyIsEmpty() throws Exception {
        HttpResponse<String> answer = answer("GET", _ -> {});
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void aHeadRequestHasNoBody() throws Exception {
        HttpResponse<String> answer = answer("HEAD", _ -> {
            throw new AssertionError("nobody asked for the body");
        });
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
    }
}

package dev.rowan.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A landscape with an unreachable server.
class LostLandscapeTest {

    @ParameterizedTest
    @ValueSource(strings = {"/api/runs", "/api/runs/latest", "/api/runs/latest/rows", "/api/runs/latest/rows/1"})
    void isA503WithTheReasonForTheApi(String path) throws Exception {
        HttpResponse<String> reply = get(path);

        assertThat(reply.statusCode()).isEqualTo(503);
        assertThat(reply.headers().firstValue("Retry-After")).isPresent();
        assertThat(reply.body())
                .contains("\"error\":\"the connection to postgresql://127.0.0.1:", "refused")
                .doesNotContain("hunter");
    }

    @Test
    void isA503WithTheReasonForAPage() throws Exception {
        HttpResponse<String> reply = get("/runs/latest");

        assertThat(reply.statusCode()).isEqualTo(503);
        assertThat(reply.body())
                .contains("Temporarily unavailable", "the connection to postgresql://127.0.0.1:")
                .doesNotContain("hunter");
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        var location = new LandscapeLocation(
                "postgresql://ada:hunter@127.0.0.1:" + closedPort() + "/audit", Path.of("."), UnaryOperator.identity());
        try (Website site = Website.start(WebAccess.onLoopback(0, ServedRun.TOKEN), location, new SystemTime())) {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(site.address() + path))
                                    .header("Authorization", "Bearer " + ServedRun.TOKEN)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        }
    }

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

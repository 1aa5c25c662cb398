package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.bench.harness.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/// A [NoiseServer] in its own process, which ends on close.
public record NoiseServerProcess(Process process, URI address, HttpClient client) implements AutoCloseable {

    public static NoiseServerProcess start() throws IOException {
        return start(0);
    }

    /// One that listens on this port.
    public static NoiseServerProcess start(int port) throws IOException {
        // without nodelay every reply of this server would wait for an acknowledgement
        Process process = ChildJvm.piped(
                List.of(
                        "-Xmx512m",
                        "-Dsun.net.httpserver.nodelay=true",
                        "-Dsun.net.httpserver.maxIdleConnections=2000"),
                List.of("noise_server", Integer.toString(port)));
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        String address = lines.readLine();
        if (address == null) {
            throw new IOException("the server's process ended before it served");
        }
        return new NoiseServerProcess(process, URI.create(address), HttpClient.newHttpClient());
    }

    /// The base URL that OpenAI's clients take.
    public URI base() {
        return address.resolve("/v1");
    }

    /// Sets it up and starts counting again.
    public void reset(NoiseSetup setup) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(address.resolve("/_server"))
                .PUT(HttpRequest.BodyPublishers.ofString(setup.line()))
                .build());
    }

    public NoiseCounts counts() throws IOException, InterruptedException {
        return NoiseCounts.parse(
                send(HttpRequest.newBuilder(address.resolve("/_server")).build()));
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (reply.statusCode() != 200) {
            throw new IOException("/_server: expected 200, got " + reply.statusCode() + " " + reply.body());
        }
        return reply.body();
    }

    @Override
    public void close() {
        client.close();
        process.destroyForcibly();
        process.onExit().join();
    }
}

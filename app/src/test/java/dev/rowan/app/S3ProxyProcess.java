package dev.rowan.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// S3Proxy on a free port, with its objects in memory. It is the one that the tests of the connectors have copied
/// from Maven.
final class S3ProxyProcess implements AutoCloseable {
    private static final Pattern STARTED = Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}");

    private static final String SETTINGS = """
            s3proxy.endpoint=http://127.0.0.1:0
            s3proxy.authorization=none
            jclouds.provider=transient-nio2
            jclouds.identity=remote
            jclouds.credential=remote
            """;

    private final Process process;
    private final URI address;

    private S3ProxyProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /// Its libraries, when they are there.
    static Optional<Path> libraries() {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
        return Optional.of(cache.resolve("rowan/s3proxy-4.1.0/lib")).filter(Files::isDirectory);
    }

    static S3ProxyProcess start(Path libraries, Path folder) throws IOException {
        Path settings = Files.writeString(folder.resolve("s3proxy.conf"), SETTINGS);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        libraries + "/*",
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString()))
                .redirectErrorStream(true)
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher started = STARTED.matcher(line);
            if (started.find()) {
                Thread.ofVirtual().start(() -> said.lines().forEach(_ -> {}));
                return new S3ProxyProcess(process, URI.create("http://127.0.0.1:" + started.group(1)));
            }
        }
        throw new IOException("S3Proxy did not start");
    }

    URI address() {
        return address;
    }

    void createBucket(String name) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(address.resolve("/" + name))
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status != 200) {
                throw new IOException("the bucket was not created: " + status);
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

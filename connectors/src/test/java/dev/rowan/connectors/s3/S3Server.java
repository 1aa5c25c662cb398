package dev.rowan.connectors.s3;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.secret.Secret;
import dev.rowan.connectors.signin.AwsKeys;
import dev.rowan.connectors.signin.SignIn;
import dev.rowan.connectors.storage.WireSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server that speaks S3, as a process on a free local port, with its objects in memory or in a temporary
/// directory.
final class S3Server implements AutoCloseable {
    static final String KEY_ID = "local-identity";
    static final String SECRET = "local-credential";

    private static final String PROXY = """
            s3proxy.endpoint=http://127.0.0.1:0
            s3proxy.authorization=aws-v4
            s3proxy.identity=local-identity
            s3proxy.credential=local-credential
            jclouds.provider=transient-nio2
            jclouds.identity=remote
            jclouds.credential=remote
            """;

    private static final String QUIET = """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%msg%n</pattern></encoder></appender>
              <root level="INFO"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    private final Process process;
    private final URI address;

    private S3Server(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /// S3Proxy, which verifies signatures.
    static S3Server proxy() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("s3proxy");
        Path properties = Files.writeString(folder.resolve("s3proxy.conf"), PROXY);
        Path logging = Files.writeString(folder.resolve("logback.xml"), QUIET);
        return start(
                MavenProgram.S3_PROXY,
                Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}"),
                List.of("-Dlogback.configurationFile=" + logging),
                List.of("org.gaul.s3proxy.Main", "--properties", properties.toString()));
    }

    /// Adobe's S3Mock.
    static S3Server mock() throws IOException, InterruptedException {
        return start(
                MavenProgram.S3_MOCK,
                Pattern.compile("Tomcat started on ports .*?(\\d+) \\(http\\)"),
                List.of(),
                List.of("com.adobe.testing.s3mock.S3MockApplication", "--server.port=0", "--http.port=0"));
    }

    private static S3Server start(MavenProgram program, Pattern started, List<String> options, List<String> main)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m"));
        command.addAll(options);
        command.addAll(List.of("-cp", program.classPath()));
        command.addAll(main);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        var said = new StringBuilder();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher found = started.matcher(line);
            if (found.find()) {
                Thread.ofVirtual().start(() -> drain(lines));
                return new S3Server(process, URI.create("http://127.0.0.1:" + found.group(1)));
            }
            said.append(line).append('\n');
        }
        throw new IOException(program.artifact() + " did not start: " + said);
    }

    private static void drain(BufferedReader lines) {
        try (lines) {
            while (lines.readLine() != null) {}
        } catch (IOException _) {
            // the process has exited
        }
    }

    URI address() {
        return address;
    }

    /// The options of a source or sink on this server.
    Map<String, Object> options(String path) {
        return Map.of("path", path, "storage", storage());
    }

    Map<String, Object> storage() {
        return Map.of("endpoint", address.toString(), "access_key_id", KEY_ID, "secret_access_key", SECRET);
    }

    static WireSetup setup() {
        return WireSetup.of(Map.of("HOME", "/nonexistent"));
    }

    /// A new bucket, accessed by our own signed requests.
    S3Bucket newBucket() throws IOException {
        S3Bucket bucket = bucket("test-" + UUID.randomUUID());
        expect(bucket, S3Request.of("PUT", ""), 200);
        return bucket;
    }

    S3Bucket bucket(String name) {
        var setup = setup();
        var keys = new AwsKeys(KEY_ID, Secret.of("test", SECRET), Optional.empty());
        return new S3Bucket(
                Dialect.S3,
                new S3Location("s3", name, ""),
                URI.create(address + "/" + name),
                new Authorization.Signed(
                        new SignatureV4(Dialect.S3, "us-east-1"), SignIn.fixed("test", keys, setup.time())),
                setup.wire(),
                setup.time());
    }

    static void put(S3Bucket bucket, String key, byte[] content) throws IOException {
        expect(bucket, S3Request.of("PUT", key).with(Payload.of(content)), 200);
    }

    static Optional<byte[]> get(S3Bucket bucket, String key) throws IOException {
        WireReply reply = bucket.exchange(S3Request.of("GET", key));
        return reply instanceof WireReply.Complete complete && complete.status() == 200
                ? Optional.of(complete.body().bytes())
                : Optional.empty();
    }

    static void delete(S3Bucket bucket, String key) throws IOException {
        bucket.exchange(S3Request.of("DELETE", key));
    }

    private static void expect(S3Bucket bucket, S3Request request, int status) throws IOException {
        WireReply reply = bucket.exchange(request);
        if (!(reply instanceof WireReply.Complete complete) || complete.status() != status) {
            throw new IOException(request + ": " + reply + " "
                    + (reply instanceof WireReply.Complete c ? c.body().asText() : ""));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

package dev.rowan.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Servers that speak S3, with their objects in memory or in a temporary directory.
public final class S3Servers {
    private static final MavenProgram S3_PROXY =
            new MavenProgram("org.gaul", "s3proxy", "4.1.0", "com.fasterxml.jackson.core:jackson-annotations:2.22");
    private static final MavenProgram S3_MOCK =
            new MavenProgram("com.adobe.testing", "s3mock", "5.2.0", "org.slf4j:slf4j-api:2.0.17");

    private static final String STORE = """
            s3proxy.endpoint=http://127.0.0.1:0
            jclouds.provider=transient-nio2
            jclouds.identity=remote
            jclouds.credential=remote
            """;

    private static final String LOGGING = """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%msg%n</pattern></encoder></appender>
              <root level="INFO"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    private S3Servers() {}

    /// S3Proxy, which verifies the signatures of requests.
    public static ServerProcess startProxy(String keyId, String secret) throws IOException, InterruptedException {
        return startProxy("""
                s3proxy.authorization=aws-v4
                s3proxy.identity=%s
                s3proxy.credential=%s
                """.formatted(keyId, secret));
    }

    /// S3Proxy for anonymous requests.
    public static ServerProcess startAnonymousProxy() throws IOException, InterruptedException {
        return startProxy("s3proxy.authorization=none\n");
    }

    private static ServerProcess startProxy(String authorization) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("s3proxy");
        Path properties = Files.writeString(folder.resolve("s3proxy.conf"), STORE + authorization);
        Path logging = Files.writeString(folder.resolve("logback.xml"), LOGGING);
        return start(
                S3_PROXY,
                Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}"),
                "-Dlogback.configurationFile=" + logging,
                "org.gaul.s3proxy.Main",
                "--properties",
                properties.toString());
    }

    /// Adobe's S3Mock.
    public static ServerProcess startMock() throws IOException, InterruptedException {
        return start(
                S3_MOCK,
                Pattern.compile("Tomcat started on ports .*?(\\d+) \\(http\\)"),
                "com.adobe.testing.s3mock.S3MockApplication",
                "--server.port=0",
                "--http.port=0");
    }

    private static ServerProcess start(MavenProgram program, Pattern port, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(program.java());
        command.addAll(List.of(arguments));
        return ServerProcess.start(command, port);
    }
}

package dev.rowan.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A simulator in a process of its own, which ends with this object.
record ControllerSimulator(Process process, URI address) implements AutoCloseable {

    static ControllerSimulator start(String settings) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseCompactObjectHeaders",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Bench.class.getName(),
                        "simulate",
                        settings)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String address = lines.readLine();
        if (address == null) {
            throw new IOException("the simulator did not start");
        }
        return new ControllerSimulator(process, URI.create(address));
    }

    @Override
    public void close() {
        process.destroy();
    }
}

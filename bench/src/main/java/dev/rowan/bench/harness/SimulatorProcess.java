package dev.rowan.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/// A simulator in its own process, which ends on close.
public record SimulatorProcess(ProcessHandle process, URI address) implements AutoCloseable {

    /// Starts one with the settings of [SimulatorMain], as JSON.
    public static SimulatorProcess start(String settings) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseCompactObjectHeaders",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildJvm.MAIN,
                        "simulate",
                        settings)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String address = lines.readLine();
        if (address == null) {
            throw new IOException("the simulator's process ended before it served");
        }
        return new SimulatorProcess(process.toHandle(), URI.create(address));
    }

    /// A simulator that another process has started.
    public static SimulatorProcess running(long pid, String address) {
        return new SimulatorProcess(
                ProcessHandle.of(pid).orElseThrow(() -> new IllegalStateException("no process " + pid)),
                URI.create(address));
    }

    /// The CPU time used so far.
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
    }
}

package dev.rowan.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `rowan simulate` in a process of its own, as a person would start it.
final class SimulatorProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final List<String> lines = new ArrayList<>();

    private SimulatorProcess(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /// Starts one and reads until it has printed `last`.
    static SimulatorProcess start(Path folder, String last, String... options) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rowan.cli.Main",
                "simulate"));
        command.addAll(List.of(options));
        var simulator = new SimulatorProcess(new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        String line = simulator.next();
        while (!line.contains(last)) {
            line = simulator.next();
        }
        return simulator;
    }

    private String next() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the simulator ended after " + lines);
        }
        lines.add(line);
        return line;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /// What its `export` lines would set.
    Map<String, String> exports() {
        var exports = new TreeMap<String, String>();
        for (String line : lines) {
            if (line.strip().startsWith("export ")) {
                String[] parts = line.strip().substring("export ".length()).split("=", 2);
                exports.put(parts[0], parts[1]);
            }
        }
        return exports;
    }

    /// The address it prints for a service, in an `export` or in a comment.
    String address(String service) {
        String below = lines.get(lines.indexOf("  # " + service) + 1);
        return below.substring(below.indexOf("http://"));
    }

    /// Stops it with SIGTERM; returns what it prints.
    List<String> stop() {
        process.toHandle().destroy(); // Process.destroy would close its output too
        return out.lines().toList();
    }

    int code() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}

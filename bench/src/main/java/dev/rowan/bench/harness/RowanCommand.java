package dev.rowan.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The program itself in a folder and a JVM with so much heap, such as `256m`, with the benchmark's class path and
/// these variables.
public record RowanCommand(Path folder, Map<String, String> variables, String heap) {
    /// One with 512 MiB.
    public RowanCommand(Path folder, Map<String, String> variables) {
        this(folder, variables, "512m");
    }

    /// Starts a command; what it prints goes into a file.
    public Process start(String... words) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseCompactObjectHeaders", "-Xmx" + heap));
        command.addAll(ChildJvm.extraOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.rowan.cli.Main"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().putAll(variables);
        return builder.start();
    }

    private Path output() {
        return folder.resolve("said.txt");
    }

    /// What the last command has printed.
    public String said() throws IOException {
        return Files.readString(output());
    }
}

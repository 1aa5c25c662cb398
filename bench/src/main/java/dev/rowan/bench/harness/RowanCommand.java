package dev.rowan.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs `rowan` in a folder, in a JVM with a heap such as `256m`, the benchmark's class path and these environment
/// variables.
public record RowanCommand(Path folder, Map<String, String> variables, String heap) {
    /// Starts a command; its output goes to a file.
    public Process start(String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseCompactObjectHeaders",
                "-Xmx" + heap));
        command.addAll(ChildJvm.extraOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.rowan.cli.Main"));
        command.addAll(List.of(arguments));
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

    /// The output of the last command.
    public String said() throws IOException {
        return Files.readString(output());
    }
}

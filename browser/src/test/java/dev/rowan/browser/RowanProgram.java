package dev.rowan.browser;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program in its own JVM, with the class path of the tests.
final class RowanProgram {
    private RowanProgram() {}

    static List<String> words(String command, String... more) {
        var words = new ArrayList<>(List.of(command));
        words.addAll(List.of(more));
        return words;
    }

    static Process start(Path folder, Path out, Path err, List<String> words) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rowan.cli.Main"));
        command.addAll(words);
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("ROWAN_"));
        return builder.start();
    }
}

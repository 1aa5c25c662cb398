package dev.rowan.bench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs the measured part of a benchmark in its own JVM, with the options under test.
public final class ChildJvm {
    static final String MAIN = "dev.rowan.bench.Bench";

    private ChildJvm() {}

    public static void run(List<String> options, List<String> args) throws IOException, InterruptedException {
        int status = command(options, args).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException("the benchmark's JVM ended with status " + status);
        }
    }

    /// Starts one that reads requests from standard input and replies on standard output.
    public static Process piped(List<String> args) throws IOException {
        return piped(List.of(), args);
    }

    public static Process piped(List<String> options, List<String> args) throws IOException {
        return command(options, args)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static ProcessBuilder command(List<String> options, List<String> args) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseCompactObjectHeaders",
                // the launcher's AOT cache keeps classes out of the metaspace; without it they would start collections
                "-XX:MetaspaceSize=64m"));
        command.addAll(options);
        command.addAll(extraOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(args);
        return new ProcessBuilder(command);
    }

    /// JVM options from the environment.
    static List<String> extraOptions() {
        String extra = System.getenv("ROWAN_JAVA_OPTS");
        return extra == null || extra.isBlank()
                ? List.of()
                : List.of(extra.strip().split(" +"));
    }
}

package dev.rowan.app;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The real program in a JVM of its own, with the class path of the tests: first its jars, for which there is
/// an [AotCache], then its folders.
final class RowanProcess implements AutoCloseable {
    /// The common start of every command line: with the launcher's options for the JVM.
    static final List<String> JAVA = java();

    private static final Duration LIMIT = Duration.ofMinutes(6);
    private static final Time TIME = new SystemTime();

    private final Process process;
    private final Path out;
    private final Path err;

    private RowanProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    private static List<String> java() {
        try (Stream<String> launcher = Files.lines(Path.of("..", "rowan"))) {
            String options = launcher.filter(line -> line.startsWith("jvm='"))
                    .findFirst()
                    .orElseThrow()
                    .split("'")[1];
            var java = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            java.addAll(List.of(options.split(" ")));
            java.add("-XX:TieredStopAtLevel=1");
            return List.copyOf(java);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The exit code and output.
    record Ended(int code, String out, String err) {

        Map<?, ?> json() throws JsonException {
            return RowJson.readValue(out.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
        }
    }

    /// The command line of `rowan` with `args`.
    static List<String> command(String... args) {
        Map<Boolean, List<String>> path = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .collect(Collectors.partitioningBy(entry -> entry.endsWith(".jar")));
        List<String> jars = path.getOrDefault(true, List.of());
        var entries = new ArrayList<>(jars);
        entries.addAll(path.getOrDefault(false, List.of()));
        var command = new ArrayList<>(JAVA);
        command.addAll(new AotCache(jars).options());
        command.addAll(List.of("-XX:+UseSerialGC", "-cp", String.join(File.pathSeparator, entries)));
        command.add("dev.rowan.cli.Main");
        command.addAll(List.of(args));
        return command;
    }

    static RowanProcess start(Path folder, List<String> command) throws IOException {
        return start(folder, command, Map.of());
    }

    /// Starts it with these variables; of the surrounding ones, those that lead to services are taken away.
    static RowanProcess start(Path folder, List<String> command, Map<String, String> variables) throws IOException {
        Path out = Files.createTempFile("rowan-out", ".txt");
        Path err = Files.createTempFile("rowan-err", ".txt");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(variables));
        return new RowanProcess(builder.start(), out, err);
    }

    /// The surrounding variables without those that lead to services, and with `variables`.
    static Map<String, String> environment(Map<String, String> variables) {
        var environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(RowanProcess::leadsOut);
        environment.putAll(variables);
        return environment;
    }

    private static boolean leadsOut(String name) {
        return Stream.of("ROWAN_", "OPENAI_", "AZURE_", "ANTHROPIC_", "GEMINI_", "GOOGLE_", "OPENROUTER_", "MODEL")
                        .anyMatch(name::startsWith)
                || name.toLowerCase(Locale.ROOT).endsWith("_proxy");
    }

    /// Runs a command to its end.
    static Ended run(Path folder, String... args) throws IOException, InterruptedException {
        return run(folder, Map.of(), args);
    }

    static Ended run(Path folder, Map<String, String> variables, String... args)
            throws IOException, InterruptedException {
        try (RowanProcess rowan = start(folder, command(args), variables)) {
            return rowan.await();
        }
    }

    /// Sends a signal such as `INT`.
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    /// Waits for something that the process brings about; fails when it ends or takes too long instead.
    void awaitThat(BooleanSupplier holds) throws IOException, InterruptedException {
        long end = TIME.nanos() + LIMIT.toNanos();
        while (!holds.getAsBoolean()) {
            if (!process.isAlive() || TIME.nanos() > end) {
                throw new AssertionError("it never came; said so far: " + Files.readString(err));
            }
            TIME.sleep(Duration.ofMillis(10));
        }
    }

    /// Waits for its end; returns whether it ended in time.
    boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time);
    }

    long pid() {
        return process.pid();
    }

    /// The first line that it prints.
    String firstLine() throws IOException, InterruptedException {
        awaitThat(() -> lines().findFirst().isPresent());
        return lines().findFirst().orElseThrow();
    }

    /// The complete lines that it has printed.
    private Stream<String> lines() {
        try {
            String said = Files.readString(out);
            return said.substring(0, said.lastIndexOf('\n') + 1).lines();
        } catch (IOException _) {
            return Stream.empty();
        }
    }

    boolean hasSaid(String args) {
        try {
            return Files.readString(err).contains(args);
        } catch (IOException _) {
            return false;
        }
    }

    Ended await() throws IOException, InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end within " + LIMIT + "; said so far: " + Files.readString(err));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
    }
}

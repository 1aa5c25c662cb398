package dev.rowan.flink;

import dev.rowan.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The command line in a process of its own. The instance that the test creates only starts others.
final class RowanProcess {
    private final String service;
    private final String landscape;
    private final String jvmOption;
    private final @Nullable Process process;
    private final List<String> lines = new ArrayList<>();
    private @Nullable Thread reading;

    RowanProcess(String service, String landscape) {
        this(service, landscape, "-XX:TieredStopAtLevel=1");
    }

    RowanProcess(String service, String landscape, String jvmOption) {
        this(service, landscape, jvmOption, null);
    }

    private RowanProcess(String service, String landscape, String jvmOption, @Nullable Process process) {
        this.service = service;
        this.landscape = landscape;
        this.jvmOption = jvmOption;
        this.process = process;
    }

    record Ended(int code, String output) {
        String runId() {
            return output.lines()
                    .filter(line -> line.startsWith("Run "))
                    .findFirst()
                    .orElseThrow()
                    .split(" ", 3)[1];
        }
    }

    RowanProcess start(Path folder, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                jvmOption,
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("OPENAI_BASE_URL", service);
        builder.environment().put("OPENAI_API_KEY", "a-key-of-the-test");
        builder.environment().put("ROWAN_LANDSCAPE", landscape);
        builder.environment()
                .put(
                        "ROWAN_FLINK_HOME",
                        Path.of(System.getProperty("rowan.flink.home", "target/cluster"))
                                .toAbsolutePath()
                                .toString());
        var started = new RowanProcess(service, landscape, jvmOption, builder.start());
        started.reading = Thread.ofPlatform().daemon().start(started::read);
        return started;
    }

    private void read() {
        try (var text = new BufferedReader(new InputStreamReader(running().getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                synchronized (lines) {
                    lines.add(line);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("nothing was started");
        }
        return process;
    }

    boolean isAlive() {
        return running().isAlive();
    }

    /// The TaskManagers that it has started.
    List<ProcessHandle> workers() {
        return children("TaskManagerRunner");
    }

    ProcessHandle jobManager() {
        return children("StandaloneSessionClusterEntrypoint").getFirst();
    }

    private List<ProcessHandle> children(String main) {
        return running()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(main))
                .toList();
    }

    /// Kills it; returns the processes that it had started.
    List<ProcessHandle> kill() {
        List<ProcessHandle> children = running().children().toList();
        running().destroyForcibly();
        return children;
    }

    Ended await() throws InterruptedException {
        int code = running().waitFor();
        if (reading != null) {
            reading.join();
        }
        synchronized (lines) {
            return new Ended(code, String.join("\n", lines));
        }
    }
}

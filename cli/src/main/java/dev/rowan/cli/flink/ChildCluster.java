package dev.rowan.cli.flink;

import dev.rowan.api.Time;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A Flink cluster of child processes on the loopback address: a JobManager, and TaskManagers with one slot each. They
/// get the variables of the run, and nothing of them is written to a file. Owned by the run's thread.
final class ChildCluster implements AutoCloseable {
    /// Ends each process with this one, however this one ends, and deletes the folder then.
    private static final String CHILD_MAIN = "dev.rowan.flink.child.ChildMain";

    private static final String JOB_MANAGER = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
    private static final String TASK_MANAGER = "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int SHOWN_LINES = 20;
    /// Of the remoting in each process: its default, 10 s, is too short for a busy machine, and Flink's own setting
    /// has another name.
    private static final String STARTUP_TIMEOUT = "pekko.remote.classic.startup-timeout";

    private final Path folder;
    private final URI address;
    private final ProcessFactory processes;
    private final Process jobManager;
    private final List<Process> taskManagers = new ArrayList<>();

    private ChildCluster(Path folder, URI address, ProcessFactory processes) throws IOException {
        this.folder = folder;
        this.address = address;
        this.processes = processes;
        this.jobManager = processes.start(JOB_MANAGER, "jobmanager", "-Xmx512m");
    }

    /// Starts a cluster and waits until its workers are there. `here` is the working directory of all processes.
    static ChildCluster start(FlinkHome home, int workers, Map<String, String> variables, Path here, Time time)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("rowan-flink-");
        int rest = freePort();
        writeSettings(folder, rest, freePort());
        String classPath = Stream.concat(home.flinkJars().stream(), Stream.of(home.jobJar()))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        var processes = new ProcessFactory(classPath, folder, variables, here.toAbsolutePath());
        var cluster = new ChildCluster(folder, URI.create("http://127.0.0.1:" + rest), processes);
        try {
            for (int worker = 0; worker < workers; worker++) {
                cluster.taskManagers.add(cluster.startWorker(worker));
            }
            cluster.awaitWorkers(workers, time);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private Process startWorker(int worker) throws IOException {
        return processes.start(TASK_MANAGER, "taskmanager-" + (worker + 1), "-Xmx768m");
    }

    /// Whether the JobManager runs; without it the cluster is of no use any more.
    boolean isAlive() {
        return jobManager.isAlive();
    }

    /// Starts a process for each worker that has died; returns how many. Throws if the JobManager has.
    int replaceDead() throws IOException {
        if (!isAlive()) {
            throw new IOException("the JobManager of the Flink cluster exited:\n" + logs());
        }
        int replaced = 0;
        for (int worker = 0; worker < taskManagers.size(); worker++) {
            if (!taskManagers.get(worker).isAlive()) {
                taskManagers.set(worker, startWorker(worker));
                replaced++;
            }
        }
        return replaced;
    }

    URI address() {
        return address;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void writeSettings(Path folder, int rest, int rpc) throws IOException {
        String local = "127.0.0.1";
        List<String> settings = List.of(
                "jobmanager.rpc.address: " + local,
                "jobmanager.rpc.port: " + rpc,
                "jobmanager.bind-host: " + local,
                "rest.address: " + local,
                "rest.bind-address: " + local,
                "rest.port: " + rest,
                "rest.bind-port: " + rest,
                // by default any page in a browser may use the interface, which runs code
                "web.access-control-allow-origin: http://" + local + ":" + rest,
                "taskmanager.host: " + local,
                "taskmanager.bind-host: " + local,
                "taskmanager.numberOfTaskSlots: 1",
                "taskmanager.cpu.cores: 1.0",
                "taskmanager.memory.framework.heap.size: 128mb",
                "taskmanager.memory.task.heap.size: 512mb",
                "taskmanager.memory.framework.off-heap.size: 64mb",
                "taskmanager.memory.task.off-heap.size: 0mb",
                "taskmanager.memory.network.min: 32mb",
                "taskmanager.memory.network.max: 32mb",
                "taskmanager.memory.managed.size: 0mb",
                "taskmanager.memory.jvm-metaspace.size: 256mb",
                "taskmanager.memory.jvm-overhead.min: 64mb",
                "taskmanager.memory.jvm-overhead.max: 64mb",
                "heartbeat.interval: 1000",
                "heartbeat.timeout: 10000",
                "classloader.check-leaked-classloader: false",
                "web.upload.dir: " + folder.resolve("upload"),
                "io.tmp.dirs: " + folder.resolve("tmp"));
        Files.createDirectories(folder.resolve("tmp"));
        Files.write(folder.resolve("config.yaml"), settings);
    }

    /// Starts the processes of a cluster, each with a log file in `folder`.
    private record ProcessFactory(String classPath, Path folder, Map<String, String> variables, Path here) {
        Process start(String main, String name, String heap) throws IOException {
            var builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            heap,
                            "-XX:+UseSerialGC",
                            "-XX:MaxMetaspaceSize=256m",
                            "--add-opens",
                            "java.base/java.util=ALL-UNNAMED",
                            "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                            "-D" + STARTUP_TIMEOUT + "=" + START_LIMIT.toSeconds() + "s",
                            "-cp",
                            classPath,
                            CHILD_MAIN,
                            folder.toString(),
                            main,
                            "--configDir",
                            folder.toString())
                    .directory(here.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve(name + ".log").toFile()));
            builder.environment().putAll(variables);
            return builder.start();
        }
    }

    private void awaitWorkers(int workers, Time time) throws IOException, InterruptedException {
        long limit = time.nanos() + START_LIMIT.toNanos();
        try (var rest = new FlinkRest(address)) {
            while (true) {
                if (!jobManager.isAlive() || taskManagers.stream().anyMatch(process -> !process.isAlive())) {
                    throw new IOException("a process of the Flink cluster exited during startup:\n" + logs());
                }
                try {
                    if (rest.slots().total() >= workers) {
                        return;
                    }
                } catch (IOException _) {
                    // it does not listen yet
                }
                if (time.nanos() > limit) {
                    throw new IOException(
                            "the Flink cluster did not start within " + START_LIMIT.toSeconds() + " s:\n" + logs());
                }
                time.sleep(STEP);
            }
        }
    }

    /// The lines of the processes' output from the first error on, or the last ones; without stack frames.
    private String logs() throws IOException {
        var text = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path log : files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                List<String> lines = Files.readAllLines(log).stream()
                        .filter(line -> !line.startsWith("\tat "))
                        .toList();
                text.append(log.getFileName()).append('\n');
                int error = (int) lines.stream()
                        .takeWhile(line -> !line.contains("ERROR"))
                        .count();
                int from = Math.max(0, Math.min(error, lines.size() - SHOWN_LINES));
                lines.subList(from, Math.min(lines.size(), from + SHOWN_LINES))
                        .forEach(line -> text.append("  ").append(line).append('\n'));
            }
        }
        return text.toString();
    }

    /// Ends the processes and deletes their files.
    @Override
    public void close() {
        var all = new ArrayList<>(taskManagers);
        all.add(jobManager);
        all.forEach(Process::destroy);
        boolean interrupted = false;
        for (Process process : all) {
            try {
                if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException _) {
                interrupted = true;
                process.destroyForcibly();
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException _) {
            // temporary files
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

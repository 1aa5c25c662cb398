package dev.rowan.bench.noise;

import dev.rowan.api.Time;
import dev.rowan.chaos.image.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Runs contenders against a server, each in a process and an empty folder of its own, for no longer than `limit`.
record NoiseTrial(NoiseServerProcess server, Path root, Time time, Duration limit) {

    /// The wall time of the whole process (infinite when it was stopped at the limit), the rows that have an answer,
    /// and what the server counted.
    record Result(double seconds, long answered, NoiseCounts counts) {}

    Result run(NoiseContender contender, NoiseSetup setup, int rows, int inFlight)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(root, "trial");
        try {
            NoiseRows.write(folder, rows);
            var job = new NoiseJob(folder, server.base(), rows, inFlight);
            ProcessBuilder command = contender.command(job);
            server.reset(setup);
            double seconds = seconds(command, folder);
            long answered = contender.answered(job);
            if (answered < rows && Double.isFinite(seconds)) {
                System.out.printf("%s: %d of %d rows have no answer%n", contender.title(), rows - answered, rows);
            }
            return new Result(seconds, answered, server.counts());
        } finally {
            Folders.remove(folder);
        }
    }

    /// The seconds that a process takes in `folder`, infinite when it does not end within the limit.
    double seconds(ProcessBuilder command, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        command.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        long started = time.nanos();
        Process process = command.start();
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return ended ? (time.nanos() - started) / 1e9 : Double.POSITIVE_INFINITY;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }
}

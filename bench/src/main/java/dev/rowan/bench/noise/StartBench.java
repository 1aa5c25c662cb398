package dev.rowan.bench.noise;

import dev.rowan.api.SystemTime;
import dev.rowan.chaos.image.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How soon Rowan works at full speed: its command line against a plain client, on a service without any limit that
/// answers after 50 ms, 50 requests in flight, each contender in its own process, in interleaved rounds.
///
/// `./rowan bench start [ROUNDS [ROWS...]]`, by default 5 rounds of 1,000, 10,000 and 20,000 rows. The start-up of
/// each JVM is measured by itself (`rowan --version`; the client without rows) and taken off the wall time.
public final class StartBench {
    private static final NoiseSetup SERVICE = new NoiseSetup(Duration.ofMillis(50), Noise.NONE, 1, "none");
    private static final int IN_FLIGHT = 50;
    private static final int WARM_UP_ROWS = 500;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final PrintStream out;
    private final NoiseTrial trial;
    private final NoiseContender.Rowan rowan = NoiseContender.Rowan.current();
    private final NoiseContender.Client client = new NoiseContender.Client("plain client", "plain");

    private StartBench(PrintStream out, NoiseTrial trial) {
        this.out = out;
        this.trial = trial;
    }

    public static void run(String... args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        List<Integer> sizes = args.length > 1
                ? List.of(args).subList(1, args.length).stream()
                        .map(Integer::valueOf)
                        .toList()
                : List.of(1_000, 10_000, 20_000);
        Path folder = Files.createTempDirectory("rowan-start");
        try (var server = NoiseServerProcess.start()) {
            var trial = new NoiseTrial(server, folder, new SystemTime(), LIMIT);
            var bench = new StartBench(System.out, trial);
            bench.warmUp();
            for (int rows : sizes) {
                bench.measure(rounds, rows);
            }
        } finally {
            Folders.remove(folder);
        }
    }

    /// The rounds of one contender: wall time, start-up of its JVM, and the time from the first request to the last
    /// answer, in seconds.
    private record Series(List<Double> walls, List<Double> startUps, List<Double> wires) {
        static Series empty() {
            return new Series(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        double running() {
            return median(walls) - median(startUps);
        }

        String cells(int rows) {
            return "%.2f | %.2f | %.2f | %.2f | %,.0f"
                    .formatted(median(walls), median(startUps), running(), median(wires), rows / running());
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
        }
    }

    private void warmUp() throws IOException, InterruptedException {
        trial.run(rowan, SERVICE, WARM_UP_ROWS, IN_FLIGHT);
        trial.run(client, SERVICE, WARM_UP_ROWS, IN_FLIGHT);
    }

    private void measure(int rounds, int rows) throws IOException, InterruptedException {
        var ours = Series.empty();
        var plain = Series.empty();
        for (int round = 1; round <= rounds; round++) {
            ours.startUps.add(trial.seconds(rowan.start("--version"), trial.root()));
            add(ours, trial.run(rowan, SERVICE, rows, IN_FLIGHT));
            plain.startUps.add(trial.run(client, SERVICE, 0, IN_FLIGHT).seconds());
            add(plain, trial.run(client, SERVICE, rows, IN_FLIGHT));
        }
        out.printf("%n%,d rows, 50 ms an answer, %d in flight, no limit; median of %d%n", rows, IN_FLIGHT, rounds);
        out.println("| | wall s | start-up s | without it s | on the wire s | rows/s |");
        out.println("|---|---|---|---|---|---|");
        out.printf("| Rowan | %s |%n", ours.cells(rows));
        out.printf("| plain client | %s |%n", plain.cells(rows));
        out.printf(
                "%.2f s more than the plain client, %.3f of its rate%n",
                ours.running() - plain.running(), plain.running() / ours.running());
    }

    private static void add(Series series, NoiseTrial.Result result) {
        series.walls.add(result.seconds());
        series.wires.add(result.counts().seconds());
    }
}

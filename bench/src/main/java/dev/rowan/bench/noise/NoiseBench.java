package dev.rowan.bench.noise;

import dev.rowan.api.SystemTime;
import dev.rowan.chaos.image.Folders;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What random refusals cost against a service without any limit: Rowan's command line, a plain client, OpenAI's
/// library and promptfoo, each in its own process, in interleaved rounds.
///
/// `./rowan bench noise [ROUNDS [ROWS [PERCENT...]]] [--status CODE] [--curves FILE]`: by default 5 rounds of
/// 3,000 rows with 0, 1, 2 and 10 % of the requests refused with 429, 503 or 529, 100 ms an answer and 20 in
/// flight. `--curves` writes what was accepted in each second of the last round, `--plot SVG FILE...` draws such
/// files. `ROWAN_BENCH_BEFORE` names the launcher of another build to compare with.
public final class NoiseBench {
    private static final Duration LATENCY = Duration.ofMillis(100);
    private static final int IN_FLIGHT = 20;
    private static final int WARM_UP_ROWS = 300;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final List<Double> SHARES = List.of(0.01, 0.02, 0.1);

    private final PrintStream out;
    private final NoiseTrial trial;
    private final List<NoiseContender> contenders;
    private final NoiseTable table = new NoiseTable();

    private NoiseBench(PrintStream out, NoiseTrial trial, List<NoiseContender> contenders) {
        this.out = out;
        this.trial = trial;
        this.contenders = contenders;
    }

    public static void run(String... args) throws Exception {
        List<String> arguments = new ArrayList<>(Arrays.asList(args));
        if (arguments.contains("--plot")) {
            List<String> files = arguments.subList(arguments.indexOf("--plot") + 1, arguments.size());
            NoisePlot.draw(
                    Path.of(files.getFirst()),
                    files.subList(1, files.size()).stream().map(Path::of).toList());
            return;
        }
        Optional<Path> curves = option(arguments, "--curves").map(Path::of);
        List<Integer> statuses = option(arguments, "--status")
                .map(Integer::valueOf)
                .map(List::of)
                .orElse(Noise.CAPACITY);
        int rounds = arguments.isEmpty() ? 5 : Integer.parseInt(arguments.get(0));
        int rows = arguments.size() > 1 ? Integer.parseInt(arguments.get(1)) : 3_000;
        List<Double> shares = arguments.size() > 2
                ? arguments.subList(2, arguments.size()).stream()
                        .map(each -> Double.parseDouble(each) / 100)
                        .toList()
                : SHARES;
        Path folder = Files.createTempDirectory("rowan-noise");
        try (var server = NoiseServerProcess.start()) {
            var trial = new NoiseTrial(server, folder, new SystemTime(), LIMIT);
            var bench = new NoiseBench(System.out, trial, NoiseContender.available());
            bench.measure(rounds, rows, levels(shares, statuses));
            if (curves.isPresent()) {
                bench.table.writeCurves(curves.get());
            }
        } finally {
            Folders.remove(folder);
        }
    }

    /// Removes an option and its value from the arguments.
    private static Optional<String> option(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            return Optional.empty();
        }
        arguments.remove(at);
        return Optional.of(arguments.remove(at));
    }

    private static List<Noise> levels(List<Double> shares, List<Integer> statuses) {
        var levels = new ArrayList<Noise>();
        levels.add(Noise.NONE);
        for (double share : shares) {
            levels.add(new Noise(share, false, statuses));
            levels.add(new Noise(share, true, statuses));
        }
        return levels;
    }

    private void measure(int rounds, int rows, List<Noise> levels) throws Exception {
        for (NoiseContender each : contenders) {
            trial.run(each, new NoiseSetup(LATENCY, Noise.NONE, 1, "none"), WARM_UP_ROWS, IN_FLIGHT);
        }
        for (int round = 1; round <= rounds; round++) {
            for (Noise noise : levels) {
                for (NoiseContender each : contenders) {
                    var setup = new NoiseSetup(LATENCY, noise, round, "none");
                    NoiseTrial.Result result = trial.run(each, setup, rows, IN_FLIGHT);
                    table.add(noise, each.title(), result, rows);
                    out.printf(
                            "round %d, noise %s: %s %s s, %d refused, peak %d%n",
                            round,
                            noise.title(),
                            each.title(),
                            NoiseTable.seconds(result.seconds()),
                            result.counts().refused(),
                            result.counts().peak());
                }
            }
        }
        out.printf(
                "%n%,d rows, %d ms an answer, %d in flight, no limit; median of %d (least to most)%n",
                rows, LATENCY.toMillis(), IN_FLIGHT, rounds);
        table.print(out);
    }
}

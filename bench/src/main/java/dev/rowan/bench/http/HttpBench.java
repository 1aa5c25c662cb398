package dev.rowan.bench.http;

import dev.rowan.bench.harness.SimulatorProcess;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Rowan's HTTP client against common alternatives: interleaved rounds from virtual threads to a simulator in its own
/// process; calls per second and CPU time of this process per call.
///
/// `./rowan bench http [IN_FLIGHT [ROUNDS MILLIS]]`, by default 11 rounds of 1.2 s for each client at 256 and at 16 in
/// flight. The order of the clients rotates by one each round. Failed calls are counted and shown with the cause.
public final class HttpBench {
    private static final Duration WARM_UP = Duration.ofSeconds(6);

    private final PrintStream out;
    private final URI uri;

    private HttpBench(PrintStream out, URI uri) {
        this.out = out;
        this.uri = uri;
    }

    public static void run(String... args) throws Exception {
        List<Integer> all = args.length > 0 ? List.of(Integer.parseInt(args[0])) : List.of(256, 16);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 11;
        Duration length = Duration.ofMillis(args.length > 2 ? Integer.parseInt(args[2]) : 1_200);
        try (var simulator = SimulatorProcess.start("{}")) {
            var bench = new HttpBench(System.out, simulator.address().resolve("/v1/chat/completions"));
            for (int inFlight : all) {
                bench.measure(inFlight, rounds, length);
            }
        }
    }

    /// A client and the results of its rounds.
    private record Entrant(HttpContender client, List<HttpRound.Figures> figures) {}

    private void measure(int inFlight, int rounds, Duration length) throws Exception {
        List<Entrant> entrants = HttpContender.all(inFlight).stream()
                .map(client -> new Entrant(client, new ArrayList<>()))
                .toList();
        try {
            for (Entrant each : entrants) {
                new HttpRound(each.client(), uri, inFlight).run(WARM_UP);
            }
            for (int round = 0; round < rounds; round++) {
                var turned = new ArrayList<>(entrants);
                Collections.rotate(turned, round);
                for (Entrant each : turned) {
                    each.figures().add(new HttpRound(each.client(), uri, inFlight).run(length));
                }
            }
        } finally {
            for (Entrant each : entrants) {
                each.client().close();
            }
        }
        print(inFlight, rounds, entrants);
    }

    private void print(int inFlight, int rounds, List<Entrant> entrants) {
        out.printf("%n%d in flight, %d rounds: median (least to most)%n", inFlight, rounds);
        for (Entrant each : entrants) {
            out.printf(
                    "  %-22s %s calls/s   %s µs of CPU a call, %s of ours in the same round%s%n",
                    each.client().title(),
                    spread("%,.0f", each.figures(), HttpRound.Figures::perSecond),
                    spread("%.0f", each.figures(), HttpRound.Figures::cpuMicros),
                    ratios(each.figures(), entrants.getFirst().figures()),
                    broken(each.figures()));
        }
    }

    private static String broken(List<HttpRound.Figures> all) {
        long broken = all.stream().mapToLong(HttpRound.Figures::broken).sum();
        return broken == 0 ? "" : "   " + broken + " calls broken";
    }

    private static String spread(
            String format, List<HttpRound.Figures> all, ToDoubleFunction<HttpRound.Figures> figure) {
        return median(format, all.stream().mapToDouble(figure).sorted().toArray());
    }

    private static String ratios(List<HttpRound.Figures> all, List<HttpRound.Figures> ours) {
        double[] ratios = new double[all.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = all.get(i).cpuMicros() / ours.get(i).cpuMicros();
        }
        Arrays.sort(ratios);
        return median("%.2f", ratios);
    }

    private static String median(String format, double[] sorted) {
        return String.format(
                format + " (" + format + " to " + format + ")",
                sorted[sorted.length / 2],
                sorted[0],
                sorted[sorted.length - 1]);
    }
}

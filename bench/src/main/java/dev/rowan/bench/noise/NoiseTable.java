package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The results of [NoiseBench] by noise and contender, and whether Rowan meets its bars. Owned by one thread.
final class NoiseTable {
    private static final String ROWAN = "Rowan";
    private static final String PROMPTFOO = "promptfoo";

    private record Cell(Noise noise, String contender) {}

    private record Trial(NoiseTrial.Result result, long unanswered) {}

    private final Map<Cell, List<Trial>> trials = new LinkedHashMap<>();

    void add(Noise noise, String contender, NoiseTrial.Result result, int rows) {
        trials.computeIfAbsent(new Cell(noise, contender), _ -> new ArrayList<>())
                .add(new Trial(result, rows - result.answered()));
    }

    void print(PrintStream out) {
        out.println("| noise | contender | s | × without noise | refused | rows without answer |");
        out.println("|---|---|---|---|---|---|");
        trials.forEach((cell, all) -> out.printf(
                "| %s | %s | %s (%s to %s) | %.2f | %d | %d |%n",
                cell.noise.title(),
                cell.contender,
                seconds(median(cell)),
                seconds(all.stream()
                        .mapToDouble(each -> each.result.seconds())
                        .min()
                        .orElseThrow()),
                seconds(all.stream()
                        .mapToDouble(each -> each.result.seconds())
                        .max()
                        .orElseThrow()),
                ratio(cell),
                Math.round(all.stream()
                        .mapToLong(each -> each.result.counts().refused())
                        .average()
                        .orElseThrow()),
                all.stream().mapToLong(each -> each.unanswered).max().orElseThrow()));
        out.println();
        trials.keySet().stream()
                .filter(cell -> cell.contender.equals(ROWAN))
                .forEach(cell -> cell.noise.bar().ifPresent(bar -> bars(out, cell, bar)));
    }

    private void bars(PrintStream out, Cell rowan, double bar) {
        out.printf(
                "noise %s: %.2f times, bar %.2f %s",
                rowan.noise.title(), ratio(rowan), bar, ratio(rowan) <= bar ? "met" : "MISSED");
        var other = new Cell(rowan.noise, PROMPTFOO);
        if (trials.containsKey(other)) {
            out.printf(
                    "; %s s against promptfoo's %s, %s",
                    seconds(median(rowan)),
                    seconds(median(other)),
                    median(rowan) <= median(other) ? "not behind" : "BEHIND");
        }
        out.println();
    }

    private double ratio(Cell cell) {
        return median(cell) / median(new Cell(Noise.NONE, cell.contender));
    }

    private double median(Cell cell) {
        double[] sorted = trials.getOrDefault(cell, List.of()).stream()
                .mapToDouble(each -> each.result.seconds())
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    static String seconds(double seconds) {
        return Double.isInfinite(seconds) ? "over the limit" : "%.1f".formatted(seconds);
    }

    /// The answers of each second in the last trial of every cell, a line each: noise, contender, answers.
    void writeCurves(Path file) throws IOException {
        var lines = new ArrayList<String>();
        trials.forEach((cell, all) -> lines.add(NoiseCurve.of(
                        cell.noise.title(), cell.contender, all.getLast().result.counts())
                .line()));
        Files.write(file, lines, UTF_8);
    }
}

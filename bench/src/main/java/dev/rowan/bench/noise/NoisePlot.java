package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.bench.harness.PanelPlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Draws [NoiseCurve]s as an SVG: a panel for each noise, and in it the rows that each contender has had answered by
/// each second.
final class NoisePlot {
    private static final Map<String, String> COLOURS = Map.of(
            "Rowan", "#2463eb",
            "Rowan before", "#d33",
            "plain client", "#111",
            "openai-java", "#0a7d33",
            "promptfoo", "#c77700");

    private NoisePlot() {}

    static void draw(Path file, List<Path> curveFiles) throws IOException {
        Map<String, List<NoiseCurve>> byNoise = new LinkedHashMap<>();
        for (Path each : curveFiles) {
            for (String line : Files.readAllLines(each, UTF_8)) {
                NoiseCurve curve = NoiseCurve.parse(line);
                byNoise.computeIfAbsent(curve.noise(), _ -> new ArrayList<>()).add(curve);
            }
        }
        int longest = byNoise.values().stream()
                .flatMap(List::stream)
                .mapToInt(curve -> curve.perSecond().size())
                .max()
                .orElseThrow();
        var plot = new PanelPlot();
        byNoise.forEach((noise, curves) -> panel(plot, noise, curves, Math.min(120, longest)));
        Map<String, String> names = new LinkedHashMap<>();
        COLOURS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> names.put(each.getValue(), each.getKey()));
        plot.write(file, names);
        System.out.println("drawn in " + file);
    }

    private static void panel(PanelPlot plot, String noise, List<NoiseCurve> curves, int end) {
        double most = curves.stream().mapToLong(NoiseCurve::total).max().orElseThrow();
        plot.panel("rows answered, noise " + noise, end, most, List.of(0.0, most / 4, most / 2, most * 3 / 4, most));
        for (NoiseCurve curve : curves) {
            int seconds = Math.min(end, curve.perSecond().size());
            plot.line(
                    COLOURS.getOrDefault(curve.contender(), "#888"),
                    0,
                    seconds + 1,
                    at -> curve.perSecond().stream()
                            .limit((long) at)
                            .mapToLong(Long::longValue)
                            .sum());
        }
    }
}

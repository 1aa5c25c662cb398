package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Draws [NoiseCurve]s as an SVG: a panel for each noise, and in it the rows that each contender has had answered by
/// each second. Owned by one thread.
final class NoisePlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 230;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int INNER_WIDTH = WIDTH - LEFT - 20;
    private static final int INNER_HEIGHT = HEIGHT - TOP - 40;
    private static final Map<String, String> COLOURS = Map.of(
            "Rowan", "#2463eb",
            "Rowan before", "#d33",
            "plain client", "#111",
            "openai-java", "#0a7d33",
            "promptfoo", "#c77700");

    private final StringBuilder svg = new StringBuilder();
    private final int longest;
    private int top = TOP;

    private NoisePlot(int longest) {
        this.longest = longest;
    }

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
        var plot = new NoisePlot(Math.min(120, longest));
        byNoise.forEach(plot::panel);
        plot.write(file, byNoise.size());
    }

    private void panel(String noise, List<NoiseCurve> curves) {
        long most = curves.stream().mapToLong(NoiseCurve::total).max().orElseThrow();
        add("<text x='%d' y='%d' font-weight='bold'>rows answered, noise %s</text>".formatted(LEFT, top - 12, noise));
        for (int tick = 0; tick <= 4; tick++) {
            long y = y(tick / 4.0);
            add("<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='#e4e4e4'/>".formatted(LEFT, LEFT + INNER_WIDTH, y, y));
            add("<text x='%d' y='%d' text-anchor='end' fill='#666'>%d</text>"
                    .formatted(LEFT - 6, y + 4, most * tick / 4));
        }
        for (int tick = 0; tick <= 6; tick++) {
            add("<text x='%d' y='%d' text-anchor='middle' fill='#666'>%d s</text>"
                    .formatted(x(longest * tick / 6.0), top + INNER_HEIGHT + 16, Math.round(longest * tick / 6.0)));
        }
        curves.forEach(curve -> line(curve, (double) most));
        top += HEIGHT;
    }

    private void line(NoiseCurve curve, double most) {
        var points = new StringBuilder("%d,%d".formatted(x(0), y(0)));
        long sum = 0;
        for (int second = 0; second < Math.min(longest, curve.perSecond().size()); second++) {
            sum += curve.perSecond().get(second);
            points.append(" %d,%d".formatted(x(second + 1), y(sum / most)));
        }
        add("<polyline fill='none' stroke='%s' stroke-width='1.6' points='%s'/>"
                .formatted(COLOURS.getOrDefault(curve.contender(), "#888"), points));
    }

    private long x(double second) {
        return Math.round(LEFT + INNER_WIDTH * second / longest);
    }

    private long y(double share) {
        return Math.round(top + INNER_HEIGHT * (1 - share));
    }

    private void add(String shape) {
        svg.append(shape).append('\n');
    }

    private void write(Path file, int panels) throws IOException {
        int height = panels * HEIGHT + 30;
        int x = LEFT;
        for (var each :
                COLOURS.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
            add("<rect x='%d' y='%d' width='14' height='4' fill='%s'/>".formatted(x, height - 18, each.getValue()));
            add("<text x='%d' y='%d'>%s</text>".formatted(x + 20, height - 12, each.getKey()));
            x += 160;
        }
        String head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
                .formatted(WIDTH, height, WIDTH, height);
        Files.writeString(
                file,
                head + "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='#fff'/>\n"
                        + svg + "</svg>\n",
                UTF_8);
        System.out.println("drawn in " + file);
    }
}

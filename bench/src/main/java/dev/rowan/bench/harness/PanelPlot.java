package dev.rowan.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/// An SVG of panels, one below the other, with lines over seconds. Owned by one thread.
public final class PanelPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 230;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int INNER_WIDTH = WIDTH - LEFT - 20;
    private static final int INNER_HEIGHT = HEIGHT - TOP - 40;
    private static final int LEGEND_STEP = 170;

    private final StringBuilder svg = new StringBuilder();
    private int panels;
    private double end;
    private double most;

    /// Starts a panel up to second `end` and value `most`, with a grid line at each of `values`.
    public void panel(String title, double end, double most, Collection<Double> values) {
        this.end = end;
        this.most = most;
        panels++;
        add("<text x='%d' y='%d' font-weight='bold'>%s</text>".formatted(LEFT, top() - 12, title));
        for (double value : values) {
            long y = y(value);
            add("<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='#e4e4e4'/>".formatted(LEFT, LEFT + INNER_WIDTH, y, y));
            add("<text x='%d' y='%d' text-anchor='end' fill='#666'>%d</text>"
                    .formatted(LEFT - 6, y + 4, Math.round(value)));
        }
        for (int tick = 0; tick <= 6; tick++) {
            double at = end * tick / 6;
            add("<text x='%d' y='%d' text-anchor='middle' fill='#666'>%d s</text>"
                    .formatted(x(at), top() + INNER_HEIGHT + 16, Math.round(at)));
        }
    }

    /// A line of the values at each second from `start` to `stop`.
    public void line(String stroke, double start, double stop, DoubleUnaryOperator value) {
        var points = new StringBuilder();
        for (double at = start; at < stop; at += 1) {
            points.append("%d,%d ".formatted(x(at), y(value.applyAsDouble(at))));
        }
        add("<polyline fill='none' stroke='%s' stroke-width='1.4' points='%s'/>"
                .formatted(stroke, points.toString().strip()));
    }

    private int top() {
        return (panels - 1) * HEIGHT + TOP;
    }

    private long x(double at) {
        return Math.round(LEFT + INNER_WIDTH * at / end);
    }

    private long y(double value) {
        return Math.round(top() + INNER_HEIGHT * (1 - Math.min(1, value / most)));
    }

    private void add(String shape) {
        svg.append(shape).append('\n');
    }

    /// Writes the panels and a legend: the name of each colour.
    public void write(Path file, Map<String, String> names) throws IOException {
        int height = panels * HEIGHT + 30;
        int x = LEFT;
        for (var each : names.entrySet()) {
            add("<rect x='%d' y='%d' width='14' height='4' fill='%s'/>".formatted(x, height - 18, each.getKey()));
            add("<text x='%d' y='%d'>%s</text>".formatted(x + 20, height - 12, each.getValue()));
            x += LEGEND_STEP;
        }
        String head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
                .formatted(WIDTH, height, WIDTH, height);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file,
                head + "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='#fff'/>\n"
                        + svg + "</svg>\n");
    }
}

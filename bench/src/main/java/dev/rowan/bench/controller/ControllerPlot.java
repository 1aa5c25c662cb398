package dev.rowan.bench.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/// Draws what a service saw as an SVG of panels, one below the other: its limit, what it accepted and what it
/// rejected in each second. Owned by one thread.
final class ControllerPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 230;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int INNER_WIDTH = WIDTH - LEFT - 20;
    private static final int INNER_HEIGHT = HEIGHT - TOP - 40;
    private static final double ABOVE = 2.6;

    private final int panels;
    private final List<String> shapes = new ArrayList<>();
    private int drawn;

    ControllerPlot(int panels) {
        this.panels = panels;
    }

    void panel(String title, ControllerCase limit, ControllerPlan plan, ControllerCurve curve) {
        int top = drawn++ * HEIGHT + TOP;
        double most = limit.perSecond() * ABOVE;
        shapes.add(
                String.format(Locale.ROOT, "<text x='%d' y='%d' font-weight='bold'>%s</text>", LEFT, top - 12, title));
        for (double share = 0; share <= 2.5; share += 0.5) {
            double y = top + INNER_HEIGHT * (1 - share / ABOVE);
            shapes.add(String.format(
                    Locale.ROOT,
                    "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#e4e4e4'/>",
                    LEFT,
                    LEFT + INNER_WIDTH,
                    y,
                    y));
            shapes.add(String.format(
                    Locale.ROOT,
                    "<text x='%d' y='%.1f' text-anchor='end' fill='#666'>%.0f</text>",
                    LEFT - 6,
                    y + 4,
                    share * limit.perSecond()));
        }
        for (int tick = 0; tick <= 6; tick++) {
            double at = plan.end() * tick / 6;
            shapes.add(String.format(
                    Locale.ROOT,
                    "<text x='%.1f' y='%d' text-anchor='middle' fill='#666'>%.0f s</text>",
                    x(at, plan),
                    top + INNER_HEIGHT + 16,
                    at));
        }
        line("#d33", "1.2", top, most, plan, at -> curve.rejections(at, at + 1));
        line("#2463eb", "1.4", top, most, plan, at -> curve.used(at, at + 1));
        line("#111' stroke-dasharray='5 3", "1.3", top, most, plan, at -> limitAt(at, limit, plan));
    }

    private static double limitAt(double at, ControllerCase limit, ControllerPlan plan) {
        double by = at >= plan.doubled() ? 2 : at >= plan.halved() && at < plan.restored() ? 0.5 : 1;
        return limit.perSecond() * by;
    }

    private void line(
            String stroke, String width, int top, double most, ControllerPlan plan, DoubleUnaryOperator value) {
        var points = new StringBuilder();
        for (double at = plan.start(); at < plan.end(); at += 1) {
            double share = Math.min(1, value.applyAsDouble(at) / most);
            points.append("%.1f,%.1f ".formatted(x(at, plan), top + INNER_HEIGHT * (1 - share)));
        }
        shapes.add(String.format(
                Locale.ROOT,
                "<polyline fill='none' stroke='%s' stroke-width='%s' points='%s'/>",
                stroke,
                width,
                points.toString().strip()));
    }

    private static double x(double at, ControllerPlan plan) {
        return LEFT + INNER_WIDTH * at / plan.end();
    }

    void write(Path file) throws IOException {
        int height = panels * HEIGHT + 30;
        var svg = new StringBuilder();
        svg.append("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d'"
                .formatted(WIDTH, height, WIDTH, height));
        svg.append(" font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='#fff'/>\n");
        shapes.forEach(shape -> svg.append(shape).append('\n'));
        svg.append(legend(panels * HEIGHT + 12)).append("</svg>\n");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, svg);
    }

    private static String legend(int y) {
        var legend = new StringBuilder();
        int x = LEFT;
        for (var entry : List.of(
                List.of("#111", "limit"),
                List.of("#2463eb", "accepted a second"),
                List.of("#d33", "rejected a second"))) {
            legend.append("<rect x='%d' y='%d' width='14' height='4' fill='%s'/><text x='%d' y='%d'>%s</text>%n"
                    .formatted(x, y, entry.get(0), x + 20, y + 6, entry.get(1)));
            x += 170;
        }
        return legend.toString();
    }
}

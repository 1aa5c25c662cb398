package dev.rowan.bench.controller;

import dev.rowan.bench.harness.PanelPlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.DoubleStream;

/// Draws what a service saw as an SVG of panels: its limit, what it accepted and what it rejected in each second.
/// Owned by one thread.
final class ControllerPlot {
    private static final double ABOVE = 2.6;

    private final PanelPlot plot = new PanelPlot();

    void panel(String title, ControllerCase limit, ControllerPlan plan, ControllerCurve curve) {
        double most = limit.perSecond() * ABOVE;
        var grid = DoubleStream.of(0, 0.5, 1, 1.5, 2, 2.5).map(share -> share * limit.perSecond());
        plot.panel(title, plan.end(), most, grid.boxed().toList());
        plot.line("#d33", plan.start(), plan.end(), at -> curve.rejections(at, at + 1));
        plot.line("#2463eb", plan.start(), plan.end(), at -> curve.used(at, at + 1));
        plot.line("#111' stroke-dasharray='5 3", plan.start(), plan.end(), at -> limitAt(at, limit, plan));
    }

    private static double limitAt(double at, ControllerCase limit, ControllerPlan plan) {
        double by = at >= plan.doubled() ? 2 : at >= plan.halved() && at < plan.restored() ? 0.5 : 1;
        return limit.perSecond() * by;
    }

    void write(Path file) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("#111", "limit");
        names.put("#2463eb", "accepted a second");
        names.put("#d33", "rejected a second");
        plot.write(file, names);
    }
}

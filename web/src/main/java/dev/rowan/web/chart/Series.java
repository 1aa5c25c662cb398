package dev.rowan.web.chart;

import java.util.ArrayList;
import java.util.List;

/// Points of one kind in the order of `x`, drawn in the colour with that number (1 to 5). A break between two
/// of them is a point whose `y` is not a number.
public record Series(String name, int colour, Kind kind, List<Point> points) {

    /// How points are connected.
    public enum Kind {
        LINE,
        /// A value holds until the next one.
        STEP,
        /// A line of what is not yet.
        DASHED
    }

    /// A point of a chart.
    public record Point(double x, double y) {
        public boolean isBreak() {
            return Double.isNaN(y);
        }
    }

    public Series {
        points = List.copyOf(points);
    }

    /// At most `max` points, keeping the minimum and maximum of each section and both ends.
    public Series thinned(int max) {
        if (points.size() <= max) {
            return this;
        }
        var kept = new ArrayList<Point>();
        int stretches = max / 2 - 1; // the first and the last point may come besides
        for (int i = 0; i < stretches; i++) {
            int from = (int) ((long) points.size() * i / stretches);
            int to = (int) ((long) points.size() * (i + 1) / stretches);
            addExtremes(points.subList(from, to), kept);
        }
        if (!kept.getFirst().equals(points.getFirst())) {
            kept.addFirst(points.getFirst());
        }
        if (!kept.getLast().equals(points.getLast())) {
            kept.addLast(points.getLast());
        }
        return new Series(name, colour, kind, kept);
    }

    private static void addExtremes(List<Point> stretch, List<Point> kept) {
        Point min = stretch.getFirst();
        Point max = min;
        for (Point point : stretch) {
            if (point.isBreak()) {
                continue;
            }
            min = min.isBreak() || point.y() < min.y() ? point : min;
            max = max.isBreak() || point.y() >= max.y() ? point : max;
        }
        Point first = min.x() <= max.x() ? min : max;
        Point second = min.x() <= max.x() ? max : min;
        kept.add(first);
        if (!second.equals(first)) {
            kept.add(second);
        }
    }

    /// The number of finite points.
    long places() {
        return points.stream().filter(point -> !point.isBreak()).count();
    }
}

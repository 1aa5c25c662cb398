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

    /// A place on a chart.
    public record Point(double x, double y) {
        public boolean isBreak() {
            return Double.isNaN(y);
        }
    }

    public Series {
        points = List.copyOf(points);
    }

    /// At most `most` points, keeping the minimum and maximum of each section and both ends.
    public Series thinned(int most) {
        if (points.size() <= most) {
            return this;
        }
        var kept = new ArrayList<Point>();
        int stretches = most / 2 - 1; // the first and the last point may come besides
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
        Point least = stretch.getFirst();
        Point most = least;
        for (Point point : stretch) {
            if (point.isBreak()) {
                continue;
            }
            least = least.isBreak() || point.y() < least.y() ? point : least;
            most = most.isBreak() || point.y() >= most.y() ? point : most;
        }
        Point first = least.x() <= most.x() ? least : most;
        Point second = least.x() <= most.x() ? most : least;
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

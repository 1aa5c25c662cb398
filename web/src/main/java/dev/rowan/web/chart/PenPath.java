package dev.rowan.web.chart;

import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import java.util.function.DoubleUnaryOperator;

/// The way of a pen along a series.
final class PenPath {
    private PenPath() {}

    static String of(Series series, DoubleUnaryOperator across, DoubleUnaryOperator down) {
        var way = new StringBuilder(series.points().size() * 12);
        boolean lifted = true;
        for (Point point : series.points()) {
            if (point.isBreak()) {
                if (!lifted && series.kind() == Kind.STEP) {
                    way.append('H').append(Svg.number(across.applyAsDouble(point.x())));
                }
                lifted = true;
                continue;
            }
            String x = Svg.number(across.applyAsDouble(point.x()));
            String y = Svg.number(down.applyAsDouble(point.y()));
            if (lifted) {
                way.append('M').append(x).append(' ').append(y);
            } else if (series.kind() == Kind.STEP) {
                way.append('H').append(x).append('V').append(y);
            } else {
                way.append('L').append(x).append(' ').append(y);
            }
            lifted = false;
        }
        return way.toString();
    }

    /// The same, closed along the bottom, for each stretch without a break.
    static String area(Series series, DoubleUnaryOperator across, DoubleUnaryOperator down) {
        String bottom = "V" + Svg.number(down.applyAsDouble(0));
        var area = new StringBuilder();
        for (String stretch : of(series, across, down).split("(?=M)", -1)) {
            int end = stretch.indexOf(' ');
            if (end > 0) {
                area.append(stretch)
                        .append(bottom)
                        .append('H')
                        .append(stretch, 1, end)
                        .append('Z');
            }
        }
        return area.toString();
    }
}

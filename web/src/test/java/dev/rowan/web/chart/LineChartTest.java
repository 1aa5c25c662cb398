package dev.rowan.web.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineChartTest {
    private static final String EVIL = "<script>alert(1)</script>\" onload=\"x";

    private static String drawn(List<Point> points, Kind kind) {
        return new LineChart(
                        "a title",
                        "a summary",
                        Axis.seconds("time", 60),
                        Axis.perSecond("rate", 10),
                        List.of(new Series("rate", 1, kind, points)),
                        List.of(),
                        Optional.empty())
                .html()
                .write();
    }

    @Test
    void roundsPositionsToATenth() {
        assertThat(java.util.stream.DoubleStream.of(12, 0.04, 99.96, 3.25, -0.26, -7)
                        .mapToObj(Svg::number))
                .containsExactly("12", "0", "100", "3.3", "-0.3", "-7");
    }

    @Test
    void showsANoticeWithoutData() {
        assertThat(drawn(List.of(), Kind.LINE)).contains("No figures yet").doesNotContain("<path", "NaN");
        assertThat(drawn(List.of(new Point(1, Double.NaN)), Kind.STEP)).contains("No figures yet");
    }

    @Test
    void showsASinglePoint() {
        assertThat(drawn(List.of(new Point(30, 5)), Kind.LINE))
                .contains("<circle class=\"f1\" cx=\"50%\"")
                .doesNotContain("No figures yet", "NaN");
    }

    @Test
    void liftsThePenAtABreak() {
        assertThat(drawn(
                        List.of(new Point(0, 0), new Point(30, 10), new Point(31, Double.NaN), new Point(60, 5)),
                        Kind.LINE))
                .contains("d=\"M0 190L500 0M1000 95\"");
        assertThat(drawn(List.of(new Point(0, 0), new Point(30, 10), new Point(60, 5)), Kind.STEP))
                .contains("d=\"M0 190H500V0H1000V95\"");
    }

    @Test
    void keepsHostileNamesAsText() {
        String html = new LineChart(
                        EVIL,
                        EVIL,
                        Axis.seconds(EVIL, 10),
                        Axis.count(EVIL, 10),
                        List.of(
                                new Series(EVIL, 1, Kind.LINE, List.of(new Point(1, 1), new Point(2, 2))),
                                new Series(EVIL, 2, Kind.DASHED, List.of(new Point(2, 2), new Point(3, 3)))),
                        List.of(new LineChart.Mark(1, 1, EVIL, true)),
                        Optional.of(new LineChart.Level(5, EVIL)))
                .html()
                .write();
        assertThat(html).contains("&lt;script&gt;").doesNotContain("<script", "\" onload=\"");
    }

    @Test
    void keepsAPeakBesideTheFirstAndTheLastPoint() {
        var points = new ArrayList<Point>();
        for (int i = 0; i < 1_000; i++) {
            points.add(new Point(i, 10));
        }
        points.set(1, new Point(1, 1_000));
        points.set(2, new Point(2, 0));
        points.set(997, new Point(997, 0));
        points.set(998, new Point(998, 1_000));
        assertThat(new Series("x", 1, Kind.LINE, points).thinned(100).points())
                .hasSizeLessThanOrEqualTo(100)
                .startsWith(points.get(0), points.get(1), points.get(2))
                .endsWith(points.get(997), points.get(998), points.get(999));
    }

    @Test
    void thinsLongSeriesWithoutLosingAPeak() {
        long seed = new SplittableRandom().nextLong();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 50; round++) {
            var points = new ArrayList<Point>();
            int size = random.nextInt(2, 5_000);
            for (int i = 0; i < size; i++) {
                points.add(new Point(i, random.nextInt(50) == 0 ? Double.NaN : random.nextDouble() * 100));
            }
            int peak = random.nextInt(size);
            points.set(peak, new Point(peak, 1_000));
            Series thinned = new Series("x", 1, Kind.LINE, points).thinned(400);
            assertThat(thinned.points())
                    .as("seed %d", seed)
                    .hasSizeLessThanOrEqualTo(400)
                    .contains(new Point(peak, 1_000))
                    .isSortedAccordingTo((one, two) -> Double.compare(one.x(), two.x()));
            assertThat(thinned.points().getFirst().x()).isEqualTo(0);
            assertThat(thinned.points().getLast().x()).isEqualTo(size - 1);
        }
    }
}

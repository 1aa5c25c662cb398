package dev.rowan.web.jobs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.jobs.JobCodec;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The timeline of a job: a line per state, bars for durations, dots for polls.
final class JobTimeline {
    private static final int LEFT = 110;
    private static final int WIDTH = 640;
    private static final int RIGHT = 110;
    private static final int LINE = 26;

    private final List<BatchStep> steps;
    private final Instant start;
    private final Instant end;

    /// `now` is the end of a job in progress.
    JobTimeline(List<BatchStep> steps, boolean over, Instant now) {
        this.steps = List.copyOf(steps);
        this.start = steps.isEmpty() ? now : steps.getFirst().at();
        Instant last = steps.isEmpty() ? now : steps.getLast().at();
        this.end = over || last.isAfter(now) ? last : now;
    }

    /// A time in one state.
    record Span(JobState.Phase stage, Instant from, Instant to) {
        Duration length() {
            return JobLabels.positive(Duration.between(from, to));
        }
    }

    List<Span> spans() {
        var spans = new ArrayList<Span>();
        JobState.Phase stage = JobState.Phase.PLANNED;
        Instant from = start;
        for (BatchStep step : steps) {
            JobState.Phase next = stageOf(step, stage);
            if (next != stage) {
                spans.add(new Span(stage, from, step.at()));
                stage = next;
                from = step.at();
            }
        }
        spans.add(new Span(stage, from, end));
        return spans;
    }

    private static JobState.Phase stageOf(BatchStep step, JobState.Phase before) {
        return JobCodec.phase(step.facts()).orElse(before);
    }

    Html html() {
        Map<JobState.Phase, List<Span>> lines = new LinkedHashMap<>();
        spans().forEach(span ->
                lines.computeIfAbsent(span.stage(), _ -> new ArrayList<>()).add(span));
        int height = lines.size() * LINE + 34;
        var parts = new ArrayList<Part>(List.of(
                attr("viewBox", "0 0 " + (LEFT + WIDTH + RIGHT) + " " + height),
                attr("class", "timeline"),
                attr("role", "img"),
                attr("aria-label", description())));
        int y = 4;
        for (var line : lines.entrySet()) {
            parts.add(label(0, y + 16, "start", JobLabels.stage(line.getKey())));
            Duration sum = Duration.ZERO;
            for (Span span : line.getValue()) {
                parts.add(bar(span, y));
                sum = sum.plus(span.length());
            }
            if (line.getKey() == JobState.Phase.WATCHED) {
                parts.addAll(polls(y));
            }
            if (line.getKey() != JobState.Phase.SETTLED) {
                parts.add(label(LEFT + WIDTH + 8, y + 16, "start", Figures.duration(sum)));
            }
            y += LINE;
        }
        parts.addAll(axis(y + 4));
        return div(
                cls("scroll pad"),
                attr("tabindex", "0"),
                attr("role", "region"),
                attr("aria-label", "Timeline, scrollable"),
                element("svg", parts.toArray(Part[]::new)));
    }

    private Html bar(Span span, int y) {
        double from = x(span.from());
        String colour = switch (span.stage()) {
            case PLANNED, UPLOADED -> "f5";
            case UPLOADING, CREATING -> "f4";
            case WATCHED -> "f1";
            case ENDED, DOWNLOADED, SETTLED -> "f3";
            case HELD -> "f2";
        };
        return element(
                "rect",
                attr("x", number(from)),
                attr("y", String.valueOf(y + 3)),
                attr("width", number(Math.max(3, x(span.to()) - from))),
                attr("height", String.valueOf(LINE - 8)),
                attr("rx", "3"),
                attr("class", colour),
                element(
                        "title",
                        text(JobLabels.stage(span.stage()) + " from " + Figures.time(span.from()) + ", "
                                + Figures.duration(span.length()))));
    }

    private List<Html> polls(int y) {
        return steps.stream()
                .filter(step -> step.step().equals("polled"))
                .<Html>map(step -> element(
                        "circle",
                        attr("cx", number(x(step.at()))),
                        attr("cy", String.valueOf(y + LINE / 2 - 1)),
                        attr("r", "2.5"),
                        attr("class", "poll")))
                .toList();
    }

    private List<Html> axis(int y) {
        return List.of(
                element(
                        "line",
                        attr("x1", String.valueOf(LEFT)),
                        attr("x2", String.valueOf(LEFT + WIDTH)),
                        attr("y1", String.valueOf(y)),
                        attr("y2", String.valueOf(y)),
                        attr("class", "axis")),
                label(LEFT, y + 16, "start", Figures.time(start)),
                label(LEFT + WIDTH / 2, y + 16, "middle", Figures.duration(Duration.between(start, end))),
                label(LEFT + WIDTH, y + 16, "end", Figures.time(end)));
    }

    private static Html label(int x, int y, String anchor, String text) {
        return element(
                "text",
                attr("x", String.valueOf(x)),
                attr("y", String.valueOf(y)),
                attr("text-anchor", anchor),
                text(text));
    }

    private String description() {
        var text = new StringBuilder("Timeline of the job: ");
        spans().forEach(span -> text.append(JobLabels.stage(span.stage()))
                .append(' ')
                .append(Figures.duration(span.length()))
                .append("; "));
        return text.toString();
    }

    private double x(Instant at) {
        double whole = Math.max(1, Duration.between(start, end).toMillis());
        double part = Math.clamp(Duration.between(start, at).toMillis() / whole, 0, 1);
        return LEFT + part * WIDTH;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

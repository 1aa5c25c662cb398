package dev.rowan.cli.explain;

import dev.rowan.api.Row;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.JobNames;
import dev.rowan.landscape.history.FieldChanges;
import dev.rowan.landscape.history.FieldChanges.Change;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.Waits;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node visit as text: status and time, waits, calls, changes, and the reason of a failure.
/// `where` is the option that selects the landscape in a command.
record VisitText(int width, DetailLevel extent, boolean parts, JobNames jobs, String where, Shell shell) {
    private static final String INDENT = "  ";

    private AnsiStyle paint() {
        return shell.screens().out().paint();
    }

    VisitText withWidth(int columns) {
        return new VisitText(columns, extent, parts, jobs, where, shell);
    }

    List<String> lines(RowHistory.Visit visit) {
        List<String> lines = withoutValues(visit);
        lines.addAll(route(visit));
        lines.addAll(values(visit));
        return lines;
    }

    List<String> route(RowHistory.Visit visit) {
        return visit.route()
                .map(route -> List.of(INDENT + "route   " + SafeText.line(route)))
                .orElse(List.of());
    }

    /// What the visit made of its row, or why it failed.
    List<String> values(RowHistory.Visit visit) {
        var lines = new ArrayList<String>();
        if (visit.outputs().size() == 1) {
            lines.addAll(changes(visit.input(), visit.outputs().getFirst()));
        } else if (visit.status().equals("completed")) {
            lines.add(INDENT + "became " + Figures.counted(visit.outputs().size(), "row"));
            visit.outputs().forEach(output -> lines.addAll(changes(visit.input(), output)));
        }
        visit.reason().ifPresent(reason -> lines.addAll(new ReasonText(width, paint()).lines(reason)));
        return lines;
    }

    /// A visit whose values were deleted.
    List<String> withoutValues(RowHistory.Visit visit) {
        var lines = new ArrayList<String>();
        lines.add(head(visit));
        visit.waits()
                .map(VisitText::waits)
                .filter(w -> !w.isEmpty())
                .ifPresent(w -> lines.add(INDENT + "waits   " + w));
        visit.calls().forEach(call -> lines.addAll(new CallText(width, extent, jobs, where, shell).lines(call)));
        return lines;
    }

    private String head(RowHistory.Visit visit) {
        String name = SafeText.line(visit.nodeName());
        String plugin = visit.plugin().equals(visit.nodeName()) ? "" : " (" + SafeText.line(visit.plugin()) + ")";
        String part = parts ? ", part " + visit.part() : "";
        String attempt = visit.attempt() > 1 ? ", attempt " + visit.attempt() : "";
        String time = visit.closed()
                .map(closed -> " in " + Figures.duration(Duration.between(visit.opened(), closed)))
                .orElse("");
        return paint().bold(name) + plugin + part + attempt + INDENT + paint().status(visit.status()) + time;
    }

    private static String waits(Waits waits) {
        var parts = new ArrayList<String>();
        wait("queue", waits.queueMicros(), parts);
        wait("pacer", waits.pacerMicros(), parts);
        wait("permit", waits.permitMicros(), parts);
        wait("on the wire", waits.wireMicros(), parts);
        return String.join(" · ", parts);
    }

    private static void wait(String what, long micros, List<String> parts) {
        if (micros > 0) {
            parts.add(what + " " + Figures.duration(Duration.of(micros, ChronoUnit.MICROS)));
        }
    }

    List<String> changes(Row before, Row after) {
        List<Change> changes = FieldChanges.between(before, after);
        return changes.isEmpty()
                ? List.of(INDENT + "unchanged")
                : changes.stream().flatMap(change -> change(change).stream()).toList();
    }

    private List<String> change(Change change) {
        String field = SafeText.line(change.field()) + ": ";
        var rest = new ShownValue(width - INDENT.length() - 2 - field.length(), extent.full());
        return switch (change) {
            case Change.Added(var _, var value) -> List.of(INDENT + "+ " + field + rest.of(value));
            case Change.Removed(var _, var value) -> List.of(INDENT + "- " + field + rest.of(value));
            case Change.Changed(var _, var old, var now) -> changed(INDENT + field, old, now);
        };
    }

    /// Before and after: on one line if they fit, otherwise on two.
    private List<String> changed(String field, @Nullable Object old, @Nullable Object now) {
        var half = new ShownValue((width - field.length() - 3) / 2, false);
        if (half.fits(old) && half.fits(now)) {
            return List.of(field + half.of(old) + " → " + half.of(now));
        }
        var line = new ShownValue(width - field.length(), extent.full());
        return List.of(
                field + line.comparedWith(now, old),
                Columns.padLeft("→ ", field.length()) + line.comparedWith(old, now));
    }
}

package dev.rowan.cli.explain;

import dev.rowan.api.Row;
import dev.rowan.cli.explain.FieldChanges.Change;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.Paint;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.landscape.record.Entry.Waits;
import dev.rowan.landscape.story.RowStory;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// A visit to a node as a block: status and time, waits, what changed, and the reason when it failed.
record VisitText(int width, boolean full, boolean parts, Paint paint) {
    private static final String INDENT = "  ";

    List<String> lines(RowStory.Visit visit) {
        var lines = new ArrayList<String>();
        lines.add(head(visit));
        visit.waits()
                .map(VisitText::waits)
                .filter(w -> !w.isEmpty())
                .ifPresent(w -> lines.add(INDENT + "waits   " + w));
        if (visit.outputs().size() == 1) {
            lines.addAll(changes(visit.input(), visit.outputs().getFirst()));
        } else if (visit.status().equals("completed")) {
            lines.add(INDENT + "became " + Figures.counted(visit.outputs().size(), "row"));
            visit.outputs().forEach(output -> lines.addAll(changes(visit.input(), output)));
        }
        visit.reason().ifPresent(reason -> lines.addAll(new ReasonText(width, paint).lines(reason)));
        return lines;
    }

    private String head(RowStory.Visit visit) {
        String name = SafeText.line(visit.nodeName());
        String plugin = visit.plugin().equals(visit.nodeName()) ? "" : " (" + SafeText.line(visit.plugin()) + ")";
        String part = parts ? ", part " + visit.part() : "";
        String attempt = visit.attempt() > 1 ? ", attempt " + visit.attempt() : "";
        String time = visit.closed()
                .map(closed -> " in " + Figures.duration(Duration.between(visit.opened(), closed)))
                .orElse("");
        return paint.bold(name) + plugin + part + attempt + INDENT + paint.status(visit.status()) + time;
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

    private List<String> changes(Row before, Row after) {
        List<Change> changes = FieldChanges.between(before, after);
        return changes.isEmpty()
                ? List.of(INDENT + "unchanged")
                : changes.stream().map(this::change).toList();
    }

    private String change(Change change) {
        String name = INDENT + SafeText.line(change.field()) + ": ";
        int room = width - name.length();
        return switch (change) {
            case Change.Added(var _, var value) ->
                INDENT + "+ " + name.strip() + " " + new ShownValue(room - 3, full).of(value);
            case Change.Removed(var _, var value) ->
                INDENT + "- " + name.strip() + " " + new ShownValue(room - 3, full).of(value);
            case Change.Changed(var _, var old, var now) -> {
                var half = new ShownValue((room - 3) / 2, full);
                yield name + half.of(old) + " → " + half.of(now);
            }
        };
    }
}

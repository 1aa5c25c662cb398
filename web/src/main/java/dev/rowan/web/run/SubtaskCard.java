package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.SplitReport;
import dev.rowan.engine.report.SubtaskReport;
import dev.rowan.landscape.SplitQueries.WriterStatus;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import java.util.List;

/// The subtasks of a run with several writers: where they are, how fast, and their splits.
final class SubtaskCard {
    private SubtaskCard() {}

    static Html of(SplitReport report) {
        if (report.isEmpty()) {
            return Html.none();
        }
        List<Html> heads = List.of(
                Cards.head("Subtask"),
                Cards.head("Status"),
                Cards.head("Host (process)"),
                Cards.numberHead("Epoch"),
                Cards.numberHead("Rows"),
                Cards.numberHead("Rows/s"),
                Cards.numberHead("In flight"),
                Cards.numberHead("Share of the limit"),
                Cards.numberHead("Splits done"),
                Cards.numberHead("Splits open"));
        return Cards.wide(
                "Subtasks",
                p(cls("sub"), text(report.summary() + ".")),
                Cards.grid(
                        "Subtasks",
                        heads,
                        report.subtasks().stream().map(SubtaskCard::line).toList()));
    }

    private static Html line(SubtaskReport subtask) {
        return tr(
                th(attr("scope", "row"), text(Figures.count(subtask.writer().writer()))),
                td(Badges.badge(tone(subtask.writer().status()), subtask.status())),
                td(text(subtask.process())),
                Cards.number(Figures.count(subtask.writer().epoch())),
                Cards.number(Figures.count(subtask.writer().rowsDone())),
                Cards.number(subtask.rate()),
                Cards.number(Figures.count(subtask.inFlight())),
                Cards.number(subtask.shares()),
                Cards.number(Figures.count(subtask.writer().splitsDone())),
                Cards.number(Figures.count(subtask.writer().splitsOpen())));
    }

    private static String tone(WriterStatus status) {
        return switch (status) {
            case WORKING -> "live";
            case ENDED -> "good";
            case FENCED -> "warn";
            case LOST -> "bad";
        };
    }
}

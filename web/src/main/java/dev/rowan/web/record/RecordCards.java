package dev.rowan.web.record;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.control.AppliedChangeList;
import dev.rowan.web.html.Html;
import dev.rowan.web.read.LandscapeLocation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The cards of the record page.
final class RecordCards {
    private RecordCards() {}

    static List<Html> of(RunRecordView record, LandscapeLocation location) {
        var cards = new ArrayList<Html>();
        cards.add(div(cls("cards two"), who(record, location), seal(record)));
        cards.add(parts(record.declared()));
        if (!record.history().changes().isEmpty()) {
            cards.add(card(
                    "Changes while running",
                    AppliedChangeList.of(record.history().changes())));
        }
        if (!record.resumes().isEmpty()) {
            cards.add(resumes(record.resumes()));
        }
        cards.add(text("Configuration", "configuration", record.declared().configuration()));
        cards.add(
                text("Effective settings", "settings", pretty(record.declared().settings())));
        return cards;
    }

    private static Html card(String title, Html... pieces) {
        return element("section", cls("card"), h2(text(title)), Html.many(pieces));
    }

    private static Html who(RunRecordView record, LandscapeLocation location) {
        RunSummary run = record.run();
        RunStart declared = record.declared();
        return card(
                "Start",
                element(
                        "dl",
                        cls("recfacts"),
                        fact("Operator", text(run.operator().isEmpty() ? "unknown" : run.operator())),
                        fact("Rowan", text(run.rowanVersion())),
                        fact("Started", text(Figures.time(run.started()))),
                        fact(
                                "Ended",
                                text(run.ended().map(Figures::time).orElse("–")
                                        + run.why()
                                                .map(why -> ": " + location.withCommands(why))
                                                .orElse(""))),
                        fact("Pipeline file", text(run.pipelineFile().orElse("none (built in code)"))),
                        fact("Source", text(declared.source())),
                        fact(
                                "Command line",
                                declared.commandLine().isEmpty()
                                        ? text("–")
                                        : code(text(String.join(" ", declared.commandLine()))))));
    }

    private static Html seal(RunRecordView record) {
        Head head = record.head();
        return card(
                "Last head",
                element(
                        "dl",
                        cls("recfacts"),
                        fact("Events in head", text(Figures.count(head.size()))),
                        fact("Events in total", text(Figures.count(record.run().events()))),
                        fact("Sealed", text(Figures.time(head.time()))),
                        fact("Merkle root", code(id("root"), text(head.root()))),
                        fact("Last leaf", code(text(head.lastLeaf()))),
                        fact(
                                "Signed by key",
                                head.signature()
                                        .map(HeadSignature::keyId)
                                        .<Html>map(by -> code(text(by)))
                                        .orElse(text("not signed"))),
                        Html.maybe(head.signature().map(by -> fact("Signature", code(text(by.signature())))))),
                button(attr("type", "button"), attr("data-copy", "#root"), text("Copy root")));
    }

    private static Html fact(String name, Html value) {
        return div(element("dt", text(name)), element("dd", value));
    }

    private static Html parts(RunStart declared) {
        var lines = new ArrayList<Html>();
        declared.nodes()
                .forEach(node -> lines.add(line(
                        "transform " + node.index(),
                        node.name(),
                        node.plugin() + " " + node.pluginVersion(),
                        node.calls().flatMap(RunStart.Calls::delivery).orElse("–"),
                        node.optionsSha256())));
        declared.sinks()
                .forEach(sink -> lines.add(line(
                        "sink",
                        sink.name(),
                        sink.plugin() + " " + sink.pluginVersion(),
                        sink.target(),
                        sink.optionsSha256())));
        return card(
                "Parts",
                div(
                        cls("tablebox"),
                        attr("tabindex", "0"),
                        table(
                                cls("grid"),
                                attr("aria-label", "Parts"),
                                element(
                                        "thead",
                                        tr(
                                                head("What"),
                                                head("Name"),
                                                head("Plugin"),
                                                head("Delivery or target"),
                                                head("Options (SHA-256)"))),
                                element("tbody", Html.many(lines)))));
    }

    private static Html head(String name) {
        return th(attr("scope", "col"), text(name));
    }

    private static Html line(String kind, String name, String plugin, String more, String digest) {
        return tr(
                td(text(kind)),
                th(attr("scope", "row"), text(name)),
                td(text(plugin)),
                td(text(more)),
                td(code(attr("title", digest), text(digest.length() > 12 ? digest.substring(0, 12) + "…" : digest))));
    }

    private static Html resumes(List<Map<String, @Nullable Object>> resumes) {
        var pieces = new ArrayList<Html>();
        int number = 0;
        for (Map<String, @Nullable Object> resume : resumes) {
            number++;
            pieces.add(element("h3", text("Resume " + number)));
            pieces.add(p(text("Command line: "), code(text(valueText(resume.get("command_line"))))));
            pieces.add(changes(resume.get("changes")));
        }
        return card("Resumed", Html.many(pieces));
    }

    private static Html changes(@Nullable Object changes) {
        if (!(changes instanceof List<?> list) || list.isEmpty()) {
            return p(cls("soft"), text("No changes."));
        }
        var lines = new ArrayList<Html>();
        for (Object one : list) {
            if (one instanceof Map<?, ?> change) {
                lines.add(tr(
                        th(attr("scope", "row"), text(String.valueOf(change.get("what")))),
                        td(text(valueText(change.get("before")))),
                        td(text(valueText(change.get("after")))),
                        td(text(Boolean.TRUE.equals(change.get("accepted")) ? "accepted by --accept-changes" : "–"))));
            }
        }
        return div(
                cls("tablebox"),
                attr("tabindex", "0"),
                table(
                        cls("grid"),
                        attr("aria-label", "Changes at this resume"),
                        element("thead", tr(head("What"), head("Before"), head("After"), head("Accepted"))),
                        element("tbody", Html.many(lines))));
    }

    private static String valueText(@Nullable Object value) {
        return switch (value) {
            case null -> "–";
            case List<?> list
            when list.stream().allMatch(String.class::isInstance) ->
                String.join(" ", list.stream().map(String::valueOf).toList());
            default -> String.valueOf(value);
        };
    }

    private static Html text(String title, String name, String text) {
        return card(
                title,
                text.isBlank()
                        ? p(cls("soft"), text("Deleted or not recorded."))
                        : Html.many(
                                pre(id(name), attr("tabindex", "0"), attr("aria-label", title), text(text)),
                                button(attr("type", "button"), attr("data-copy", "#" + name), text("Copy"))));
    }

    private static Html text(String text) {
        return Html.text(text);
    }

    /// One setting a line.
    private static String pretty(Map<String, @Nullable Object> settings) {
        var lines = new StringBuilder();
        settings.forEach((name, value) -> lines.append(name)
                .append(": ")
                .append(new String(RowJson.writeValue(value), StandardCharsets.UTF_8))
                .append('\n'));
        return lines.toString();
    }
}

package dev.rowan.web.jobs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.JobQueries.JobItem;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.read.LandscapeLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The static parts of a job's page: decisions, rows and files.
record JobParts(JobReport job, LandscapeLocation location) {

    private String here() {
        return "/runs/" + job.runId() + "/jobs/" + job.number();
    }

    /// The possible decisions; `can`: the server can apply them.
    Html choices(boolean can) {
        List<JobDecision> choices = JobDecision.forJob(job);
        var parts = new ArrayList<Part>(List.of(cls("card"), h2(text("Actions"))));
        if (choices.isEmpty()) {
            parts.add(p(text(
                    job.phase().isOver()
                            ? "None: the job is settled."
                            : "None now: results are collected when the run is resumed ("
                                    + location.command("batch watch " + job.runId()) + ").")));
        } else if (!can) {
            parts.add(p(
                    text("This page is read-only. Use a terminal: "),
                    code(text(location.command("batch show " + job.runId() + " " + job.number()))),
                    text(" lists the commands.")));
        } else {
            choices.forEach(choice -> parts.add(choice(choice)));
        }
        return section(parts.toArray(Part[]::new));
    }

    private Html choice(JobDecision choice) {
        String name =
                Character.toUpperCase(choice.word().charAt(0)) + choice.word().substring(1);
        return form(
                cls("choice"),
                attr("data-api", "/api" + here() + "/" + choice.word()),
                h3(text(name)),
                p(text(choice.does())),
                Html.when(
                        choice == JobDecision.ADOPT,
                        label(
                                text("Batch id at the provider"),
                                input(
                                        attr("name", "batch_id"),
                                        attr("required", "required"),
                                        attr("autocomplete", "off")))),
                button(
                        cls(choice == JobDecision.RETRY ? "" : "danger"),
                        attr(
                                "data-confirm",
                                name + " job " + job.number() + " with " + Figures.count(job.items()) + " items? "
                                        + choice.does()),
                        text(name + " job " + job.number())),
                element("output", attr("aria-live", "polite")));
    }

    /// A page of its items.
    Html items(List<JobItem> items, Optional<ItemEnd> end, long from, boolean more) {
        var filter = new ArrayList<Part>(List.of(cls("row kinds"), attr("aria-label", "Filter items by result")));
        filter.add(chip("all", Optional.empty(), end));
        for (ItemEnd one : ItemEnd.values()) {
            filter.add(chip(JobLabels.end(one), Optional.of(one), end));
        }
        List<Html> lines = items.stream().<Html>map(this::line).toList();
        String suffix = end.map(one -> "&end=" + one.word()).orElse("") + "#items";
        return section(
                cls("card"),
                id("items"),
                h2(text("Rows")),
                element("nav", filter.toArray(Part[]::new)),
                lines.isEmpty()
                        ? p(cls("empty"), text("No items."))
                        : div(
                                cls("scroll"),
                                attr("tabindex", "0"),
                                table(
                                        cls("grid"),
                                        element("caption", cls("sr"), text("Items of the job")),
                                        element(
                                                "thead",
                                                tr(
                                                        JobView.numHead("Item"),
                                                        JobView.head("Row"),
                                                        JobView.numHead("Call"),
                                                        JobView.numHead("Attempt"),
                                                        JobView.head("Result"),
                                                        JobView.numHead("Cost"))),
                                        element("tbody", Html.many(lines)))),
                div(
                        cls("row"),
                        Html.when(from > 0, a(here() + "?from=0" + suffix, cls("button"), text("First"))),
                        Html.when(
                                more,
                                a(
                                        here() + "?from="
                                                + (lines.isEmpty()
                                                        ? 0
                                                        : items.getLast().item() + 1) + suffix,
                                        cls("button"),
                                        text("Next")))));
    }

    private Html chip(String label, Optional<ItemEnd> end, Optional<ItemEnd> chosen) {
        String address = here() + end.map(one -> "?end=" + one.word()).orElse("") + "#items";
        return end.equals(chosen)
                ? a(address, cls("button"), attr("aria-current", "true"), text(label))
                : a(address, cls("button"), text(label));
    }

    private Html line(JobItem item) {
        return tr(
                td(cls("num"), text(Figures.count(item.item()))),
                td(
                        a(
                                "/runs/" + job.runId() + "/rows/" + item.rowSeq(),
                                text("row " + Figures.count(item.rowSeq()))),
                        Html.when(item.part() > 0, text(" part " + item.part()))),
                td(cls("num"), text(String.valueOf(item.callNo()))),
                td(cls("num"), text(String.valueOf(item.attempt()))),
                td(
                        JobLabels.badge(item.end()),
                        text(item.standing()
                                .filter(word -> !word.equals(JobLabels.end(item.end())))
                                .map(word -> word
                                        + item.status()
                                                .map(code -> " (" + code + ")")
                                                .orElse(""))
                                .orElse(""))),
                td(
                        cls("num"),
                        text(item.cost()
                                .map(cost -> cost.brief(Figures::dollars))
                                .orElseGet(() -> JobLabels.worst(item.worst())))));
    }

    Html files(List<JobFile> files, boolean known) {
        if (files.isEmpty()) {
            return section(cls("card"), h2(text("Files")), p(cls("soft"), text("None recorded yet.")));
        }
        List<Html> lines = files.stream()
                .<Html>map(file -> tr(
                        element("th", attr("scope", "row"), text(file.artifact().name())),
                        td(
                                cls("num"),
                                text(
                                        file.artifact().bytes().isPresent()
                                                ? Figures.count(
                                                        file.artifact().bytes().getAsLong())
                                                : "")),
                        td(
                                cls("num"),
                                text(
                                        file.artifact().lines().isPresent()
                                                ? Figures.count(
                                                        file.artifact().lines().getAsLong())
                                                : "")),
                        td(code(cls("hash"), text(file.artifact().sha256().orElse("")))),
                        td(
                                file.isThere()
                                        ? a(
                                                here() + "/files/"
                                                        + file.artifact().name(),
                                                attr("download", ""),
                                                text("Download"))
                                        : text(known ? "not on this machine" : "unknown"))))
                .toList();
        return section(
                cls("card"),
                h2(text("Files")),
                div(
                        cls("scroll"),
                        attr("tabindex", "0"),
                        table(
                                cls("grid"),
                                element("caption", cls("sr"), text("Files of the job")),
                                element(
                                        "thead",
                                        tr(
                                                JobView.head("File"),
                                                JobView.numHead("Bytes"),
                                                JobView.numHead("Lines"),
                                                JobView.head("SHA-256"),
                                                JobView.head("Here"))),
                                element("tbody", Html.many(lines)))),
                p(cls("soft"), text("Files are served only if their SHA-256 matches the record.")));
    }
}

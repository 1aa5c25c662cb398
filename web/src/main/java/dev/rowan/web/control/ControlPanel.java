package dev.rowan.web.control;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.option;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.select;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Forms that give orders to a run while it works: `calling` are its transforms that call services, each with
/// how many requests it may have on the wire now.
public record ControlPanel(String run, List<Target> calling, Optional<String> cap, boolean paused) {

    /// A transform whose settings can be changed.
    public record Target(String node, int poolSize) {}

    public ControlPanel {
        calling = List.copyOf(calling);
    }

    public Html html() {
        var forms = new ArrayList<Html>();
        if (!calling.isEmpty()) {
            forms.add(form("pool_size", "Pool size", nodes(true), number("value", "at most", "1", true)));
            forms.add(form(
                    "requests_per_minute",
                    "Requests per minute",
                    nodes(false),
                    number("value", "at most (empty: no limit)", "1", false)));
            forms.add(form(
                    "tokens_per_minute",
                    "Tokens per minute",
                    nodes(false),
                    number("value", "at most (empty: no limit)", "1", false)));
            forms.add(form(
                    "max_cost_usd",
                    "Budget in US dollars" + cap.map(now -> ", now " + now).orElse(""),
                    money()));
        }
        return element(
                "section",
                cls("card wide"),
                id("control"),
                attr("aria-label", "Control"),
                steps(),
                Html.when(!forms.isEmpty(), limits(forms)));
    }

    /// Behind a fold: needed now and then, and it takes much of the screen.
    private static Html limits(List<Html> forms) {
        return element(
                "details",
                element("summary", text("Change rate limits or budget")),
                p(
                        cls("sub"),
                        text("Changes apply within about a second and are recorded with the operator. They last for"
                                + " this process: a resume uses the pipeline file again.")),
                div(cls("controls"), Html.many(forms)));
    }

    private Html steps() {
        return element(
                "form",
                cls("control"),
                attr("data-api", address()),
                attr("aria-label", "This run"),
                div(
                        cls("row"),
                        paused ? step("go_on", "Continue", "primary", "") : step("pause", "Pause", "", ""),
                        step("drain", "Drain", "", "Stop reading, finish the rows in flight, and end the run?"),
                        step(
                                "cancel",
                                "Cancel",
                                "danger",
                                "End the run now? Requests in flight are abandoned and may be billed.")),
                answer());
    }

    private static Html step(String request, String label, String names, String confirm) {
        var parts = new ArrayList<Part>(List.of(attr("name", "order"), attr("value", request)));
        if (!names.isEmpty()) {
            parts.add(cls(names));
        }
        if (!confirm.isEmpty()) {
            parts.add(attr("data-confirm", confirm));
        }
        parts.add(text(label));
        return button(parts.toArray(Part[]::new));
    }

    private Html form(String request, String label, Html... fields) {
        return element(
                "form",
                cls("control"),
                attr("data-api", address()),
                attr("aria-label", label),
                h3(text(label)),
                input(attr("type", "hidden"), attr("name", "order"), attr("value", request)),
                div(cls("row"), Html.many(fields), button(text("Set"))),
                answer());
    }

    private Html nodes(boolean sizes) {
        return label(
                text("transform"),
                select(
                        attr("name", "node"),
                        Html.many(calling.stream()
                                .map(one -> option(
                                        attr("value", one.node()),
                                        text(one.node() + (sizes ? " (now " + one.poolSize() + ")" : ""))))
                                .toList())));
    }

    private static Html number(String name, String label, String min, boolean required) {
        var parts = new ArrayList<Part>(
                List.of(attr("type", "number"), attr("name", name), attr("min", min), attr("step", "1"), cls("short")));
        if (required) {
            parts.add(attr("required", "required"));
        }
        return label(text(label), input(parts.toArray(Part[]::new)));
    }

    private static Html money() {
        return label(
                text("at most, in total"),
                input(
                        attr("type", "number"),
                        attr("name", "value"),
                        attr("min", "0"),
                        attr("step", "any"),
                        attr("required", "required"),
                        cls("short")));
    }

    /// The last answer of the run.
    private static Html answer() {
        return element("output", attr("data-keep", "1"));
    }

    private String address() {
        return "/api/runs/" + Href.encode(run) + "/orders";
    }
}

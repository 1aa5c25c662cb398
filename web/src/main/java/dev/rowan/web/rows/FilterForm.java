package dev.rowan.web.rows;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.select;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.html.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The filters: as a form whose answers make an address that can be shared, and those in force as chips that
/// take them away.
record FilterForm(RunView view, RowsQuery query) {
    private static final Map<String, String> LABELS = Map.ofEntries(
            Map.entry("outcome", "outcome"),
            Map.entry("reason", "reason"),
            Map.entry("node", "ended at"),
            Map.entry("sink", "sink"),
            Map.entry("visited", "visited"),
            Map.entry("edge", "edge"),
            Map.entry("cost_min", "cost from $"),
            Map.entry("cost_max", "cost to $"),
            Map.entry("latency_min", "latency from s"),
            Map.entry("latency_max", "latency to s"),
            Map.entry("row_min", "row from"),
            Map.entry("row_max", "row to"));

    Html html(FilterChoices choices) {
        return form(
                attr("method", "get"),
                attr("action", view.path()),
                attr("aria-label", "Filters"),
                cls("filters"),
                choice("outcome", "Outcome", choices.outcomes()),
                choice("reason", "Reason", choices.reasons(), ReasonLabels::of),
                choice("node", "Ended at", choices.nodes()),
                choice("sink", "Sink", choices.sinks()),
                kept("visited"),
                kept("edge"),
                choice("sort", "Sort by", List.of("row", "cost", "latency"), "row"),
                button(cls("primary"), text("Show")),
                more());
    }

    /// A filter that links set, not the form.
    private Html kept(String name) {
        return Html.maybe(query.parameters()
                .get(name)
                .map(value -> input(attr("type", "hidden"), attr("name", name), attr("value", value))));
    }

    /// Ranges, which are open to see when one is in force.
    private Html more() {
        boolean open = RowsQuery.RANGES.stream()
                .anyMatch(name -> query.parameters().get(name).isPresent());
        var parts = new ArrayList<Part>(List.of(cls("more")));
        if (open) {
            parts.add(attr("open", "open"));
        }
        parts.add(element("summary", text("By cost, latency and row")));
        parts.add(div(
                range("cost", "Cost, $"),
                range("latency", "Latency, s"),
                range("row", "Rows"),
                choice(
                        "limit",
                        "Lines",
                        RowsQuery.SIZES.stream().map(String::valueOf).toList(),
                        "50")));
        return element("details", parts.toArray(Part[]::new));
    }

    private Html choice(String name, String title, Map<String, OptionalLong> known) {
        return choice(name, title, known, word -> word);
    }

    private Html choice(String name, String title, Map<String, OptionalLong> known, UnaryOperator<String> shown) {
        Optional<String> chosen = query.parameters().get(name);
        if (known.isEmpty() && chosen.isEmpty()) {
            return Html.none();
        }
        var counts = new TreeMap<>(known);
        chosen.ifPresent(word -> counts.putIfAbsent(word, OptionalLong.of(0)));
        var parts = new ArrayList<Part>(List.of(attr("name", name), Tags.option(attr("value", ""), text("any"))));
        counts.forEach((word, count) -> parts.add(
                option(word, shown.apply(word).replace('_', ' ') + counted(count), chosen.equals(Optional.of(word)))));
        return label(text(title), select(parts.toArray(Part[]::new)));
    }

    private static String counted(OptionalLong count) {
        return count.isPresent() ? " (" + Figures.count(count.getAsLong()) + ")" : "";
    }

    private Html choice(String name, String title, List<String> choices, String usual) {
        String chosen = query.parameters().get(name).orElse(usual);
        var parts = new ArrayList<Part>(List.of(attr("name", name)));
        choices.forEach(word -> parts.add(option(word, word, word.equals(chosen))));
        return label(text(title), select(parts.toArray(Part[]::new)));
    }

    private static Html option(String value, String shown, boolean chosen) {
        return chosen
                ? Tags.option(attr("value", value), attr("selected", "selected"), text(shown))
                : Tags.option(attr("value", value), text(shown));
    }

    private Html range(String name, String title) {
        return element(
                "fieldset",
                cls("range"),
                element("legend", text(title)),
                bound(name + "_min", "from"),
                span(attr("aria-hidden", "true"), text("–")),
                bound(name + "_max", "to"));
    }

    private Html bound(String name, String hint) {
        return input(
                attr("name", name),
                attr("inputmode", "decimal"),
                attr("size", "6"),
                attr("placeholder", hint),
                attr("aria-label", String.valueOf(LABELS.get(name))),
                attr("value", query.parameters().get(name).orElse("")));
    }

    /// Each filter in force, as a link to the same without it.
    Html chips() {
        var chips = new ArrayList<Html>();
        for (String name : RowsQuery.FILTERS) {
            query.parameters().get(name).ifPresent(value -> chips.add(chip(name, value)));
        }
        return Html.when(
                !chips.isEmpty(),
                div(
                        cls("row chips"),
                        Html.many(chips),
                        Html.when(chips.size() > 1, a(view.path(), text("Clear all")))));
    }

    private Html chip(String name, String value) {
        String label = LABELS.get(name) + " " + (name.equals("reason") ? ReasonLabels.of(value) : value);
        return a(
                view.path()
                        + query.parameters()
                                .fromStart()
                                .without("q")
                                .without(name)
                                .query(),
                cls("chip"),
                attr("aria-label", "Remove the filter " + label),
                text(label),
                span(attr("aria-hidden", "true"), text(" ×")));
    }
}

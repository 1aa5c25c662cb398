package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.NoteFacts;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The batch metrics that transforms recorded with the run, one column per transform.
final class BatchMetricsCard {
    private BatchMetricsCard() {}

    static Html of(List<NoteFacts> notes) {
        List<Map<?, ?>> metrics = notes.stream().map(BatchMetricsCard::metrics).toList();
        Set<Object> names = new LinkedHashSet<>();
        metrics.forEach(one -> names.addAll(one.keySet()));
        var heads = new ArrayList<Html>(List.of(Cards.head("Figure")));
        notes.forEach(note -> heads.add(Cards.numberHead(note.text("node").orElse("?"))));
        List<Html> lines = names.stream()
                .map(name -> line(String.valueOf(name), name, metrics))
                .toList();
        return Cards.card("Batch metrics", Cards.grid("Batch metrics", heads, lines));
    }

    private static Map<?, ?> metrics(NoteFacts note) {
        return note.facts().get("metrics") instanceof Map<?, ?> metrics ? metrics : Map.of();
    }

    private static Html line(String label, Object name, List<Map<?, ?>> metrics) {
        var cells = new ArrayList<Html>(List.of(th(attr("scope", "row"), text(label.replace('_', ' ')))));
        metrics.forEach(one -> cells.add(Cards.number(value(Optional.ofNullable(one.get(name))))));
        return tr(Html.many(cells));
    }

    private static String value(Optional<?> value) {
        return value.map(one -> one instanceof Long count ? Figures.count(count) : String.valueOf(one))
                .orElse("–");
    }
}

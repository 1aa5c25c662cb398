package dev.rowan.cli.history;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.report.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The batch metrics that transforms recorded with a run.
public final class BatchMetricsText {
    /// The type of these notes, with the fields `node` and `metrics`.
    public static final String NOTE = "batch_metrics";

    private static final String INDENT = "  ";

    private BatchMetricsText() {}

    /// The last note of each transform; a resumed run records them again.
    public static List<Map<String, @Nullable Object>> latest(List<Map<String, @Nullable Object>> notes) {
        var byNode = new LinkedHashMap<String, Map<String, @Nullable Object>>();
        notes.forEach(note -> byNode.put(String.valueOf(note.get("node")), note));
        return List.copyOf(byNode.values());
    }

    /// One wrapped line per transform.
    public static List<String> lines(List<Map<String, @Nullable Object>> notes, Terminal screen) {
        return notes.stream()
                .flatMap(note -> Wrap.lines(
                        "batch metrics of " + SafeText.line(String.valueOf(note.get("node"))) + ": " + metrics(note),
                        INDENT,
                        screen.width())
                        .stream())
                .toList();
    }

    private static String metrics(Map<String, @Nullable Object> note) {
        return note.get("metrics") instanceof Map<?, ?> metrics
                ? metrics.entrySet().stream()
                        .map(figure ->
                                SafeText.line(String.valueOf(figure.getKey()).replace('_', ' ')) + " "
                                        + text(Optional.ofNullable(figure.getValue())))
                        .collect(Collectors.joining(", "))
                : "none";
    }

    private static String text(Optional<?> value) {
        return value.map(one -> one instanceof Long count ? Figures.count(count) : SafeText.line(String.valueOf(one)))
                .orElse("-");
    }
}

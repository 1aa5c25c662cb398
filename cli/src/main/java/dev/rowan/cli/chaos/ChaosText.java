package dev.rowan.cli.chaos;

import dev.rowan.chaos.CrashReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The report of a crash test, as text and as JSON.
record ChaosText(CrashReport report, long seed, Path evidence) {

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(Figures.count(report.crashes()) + " crashes, each resumed and checked"
                + (report.invariants().isEmpty() ? ": no lost rows, no duplicates, no unrecorded cost" : ""));
        lines.add("  by depth (first run, resume, second resume): "
                + new TreeMap<>(report.depths())
                        .values().stream().map(Figures::count).collect(Collectors.joining(", ")));
        lines.add("  at " + report.points().size() + " kinds of crash points: "
                + new TreeMap<>(report.points())
                        .entrySet().stream()
                                .map(point ->
                                        point.getKey().toLowerCase(Locale.ROOT) + " " + Figures.count(point.getValue()))
                                .collect(Collectors.joining(", ")));
        new TreeMap<>(report.invariants())
                .forEach((name, times) -> lines.add("VIOLATED " + name + ", " + Figures.count(times) + " times"));
        for (CrashReport.Found found : report.found()) {
            lines.add("after " + found.trail() + ":");
            found.findings().forEach(finding -> lines.add("  " + finding.invariant() + " " + finding.what()));
        }
        if (!report.found().isEmpty()) {
            lines.add("Evidence: " + evidence + " (seed " + seed + ").");
        }
        return lines;
    }

    JsonObject json() {
        return JsonObject.object()
                .put("crashes", report.crashes())
                .put("seed", seed)
                .put("points", new TreeMap<>(report.points()))
                .put("invariants", new TreeMap<>(report.invariants()))
                .put("findings", report.found().stream().map(ChaosText::found).toList())
                .put("evidence", report.found().isEmpty() ? null : evidence.toString());
    }

    private static JsonObject found(CrashReport.Found found) {
        return JsonObject.object()
                .put("after", found.trail())
                .put(
                        "findings",
                        found.findings().stream()
                                .map(finding -> JsonObject.object()
                                        .put("invariant", finding.invariant())
                                        .put("what", finding.what()))
                                .toList());
    }
}

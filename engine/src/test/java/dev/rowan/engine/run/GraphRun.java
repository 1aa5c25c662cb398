package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.ReferenceGraph;
import dev.rowan.testkit.graph.ReferenceResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A run of a random graph by the real engine: what it recorded, the lines of its sinks, and what `verify` finds.
record GraphRun(RecordedGraph record, Map<String, List<String>> lines, List<String> findings) {

    /// Runs a graph in an empty folder.
    static GraphRun of(GraphCase made, Path folder, int window) throws Exception {
        return of(made, folder, new GraphProcesses.Setting(window, GraphProcesses.Mode.NO_CALLS, 7));
    }

    static GraphRun of(GraphCase made, Path folder, GraphProcesses.Setting setting) throws Exception {
        var processes = new GraphProcesses(made, folder, setting);
        processes.run();
        return read(processes);
    }

    static GraphRun read(GraphProcesses processes) throws Exception {
        var lines = new TreeMap<String, List<String>>();
        processes
                .sinks()
                .forEach((name, rows) ->
                        lines.put(name, rows.stream().map(GraphRun::line).toList()));
        return new GraphRun(RecordedGraph.read(processes.landscape()), lines, processes.findings());
    }

    private static String line(Row row) {
        Optional<String> error = row.get("_error") instanceof Map<?, ?> map
                ? Optional.of(String.valueOf(map.get("reason")))
                : Optional.empty();
        return line(row.without(List.of("_error")), error);
    }

    private static String line(Row row, Optional<String> error) {
        return row + error.map(code -> " " + code).orElse("");
    }

    /// How the run differs from what the reference allows; empty if it does not. The order between rows of sources
    /// and of aggregates is free; `verify` checks that of each.
    Optional<String> difference(GraphCase made) {
        ReferenceGraph graph = made.graph();
        ReferenceResult expected = graph.interpret(made.rows(), RecordedChoices.of(graph.model(), record));
        var differences = new ArrayList<>(findings);
        var ends = record.ends();
        var tokens = new TreeSet<>(expected.ends().keySet());
        tokens.addAll(ends.keySet());
        for (var token : tokens) {
            var wanted = Optional.ofNullable(expected.ends().get(token));
            var got = Optional.ofNullable(ends.get(token));
            if (!wanted.equals(got)) {
                differences.add(token + " must be " + wanted + ", got " + got);
            }
        }
        for (String sink : graph.model().sinks()) {
            List<String> wanted = expected.sinks().getOrDefault(sink, List.of()).stream()
                    .map(line -> line(line.row(), line.error()))
                    .toList();
            List<String> got = lines.getOrDefault(sink, List.of());
            boolean inOrder = graph.model().ordered() && record.groups().isEmpty();
            boolean same = inOrder
                    ? wanted.equals(got)
                    : wanted.stream()
                            .sorted()
                            .toList()
                            .equals(got.stream().sorted().toList());
            if (!same) {
                differences.add("sink " + sink + " must have\n" + wanted + "\ngot\n" + got);
            }
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", differences));
    }
}

package dev.rowan.chaos.check;

import dev.rowan.chaos.check.LandscapeFacts.Ending;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The outcome and output of every token in a run without faults.
public record ReferenceRun(long rows, Map<Token, Written> tokens) {

    public record Token(long row, int part) {}

    /// A token's outcome and its record in the sink, if it has one.
    public record Written(String outcome, Optional<String> sink, Optional<String> line) {}

    /// The result of the reference run.
    public static ReferenceRun of(LandscapeFacts facts, PipelineRules rules) throws IOException {
        return new ReferenceRun(facts.rows().size(), written(facts, rules, new ArrayList<>()));
    }

    /// The records of a run by token: the nth record of a sink belongs to its nth outcome. Mismatches are added to
    /// `findings`.
    static Map<Token, Written> written(LandscapeFacts facts, PipelineRules rules, List<Violation> findings)
            throws IOException {
        var tokens = new HashMap<Token, Written>();
        for (PipelineRules.Target sink : rules.sinks()) {
            SinkLines lines = SinkLines.of(sink);
            List<Ending> here = facts.outcomes().stream()
                    .filter(end -> end.sink().equals(Optional.of(sink.name())))
                    .toList();
            if (!lines.whole()) {
                findings.add(new Violation("I2", "sink " + sink.name() + " ends within a line"));
            }
            if (lines.lines().size() < here.size()) {
                findings.add(new Violation(
                        "L", "sink " + sink.name() + " has " + lines.lines().size() + " records of " + here.size()));
            }
            if (lines.lines().size() > here.size()) {
                findings.add(new Violation(
                        "D",
                        "sink " + sink.name() + " has " + lines.lines().size() + " records, " + here.size()
                                + " are recorded"));
            }
            for (int i = 0; i < Math.min(lines.lines().size(), here.size()); i++) {
                Ending end = here.get(i);
                tokens.put(
                        new Token(end.row(), end.part()),
                        new Written(
                                end.outcome(),
                                end.sink(),
                                Optional.of(lines.lines().get(i))));
            }
        }
        facts.outcomes().stream()
                .filter(end -> end.sink().isEmpty())
                .forEach(end -> tokens.put(
                        new Token(end.row(), end.part()),
                        new Written(end.outcome(), Optional.empty(), Optional.empty())));
        return tokens;
    }
}

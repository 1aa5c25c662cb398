package dev.rowan.chaos.check;

import dev.rowan.chaos.check.LandscapeFacts.Ending;
import dev.rowan.chaos.check.ReferenceRun.Token;
import dev.rowan.chaos.check.ReferenceRun.Written;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// L, D, O and I2: every row is in its sink once, in order, with the content of the reference run.
record SinkCheck(LandscapeFacts facts, PipelineRules rules, ReferenceRun reference) {
    private static final Set<String> GIVEN_UP = Set.of("failed", "indeterminate");

    void check(List<Violation> findings) throws IOException {
        Map<Token, Written> written = ReferenceRun.written(facts, rules, findings);
        Set<Token> excused = excused();
        reference.tokens().forEach((token, expected) -> {
            Written found = written.get(token);
            if (found == null) {
                findings.add(new Violation("L", name(token) + " has no end"));
            } else if (!found.equals(expected) && !(excused.contains(token) && GIVEN_UP.contains(found.outcome()))) {
                findings.add(new Violation("L", name(token) + " ended as " + found + ", undisturbed as " + expected));
            }
        });
        written.keySet().stream()
                .filter(token -> !reference.tokens().containsKey(token))
                .forEach(token -> findings.add(new Violation("D", name(token) + " is no row of the undisturbed run")));
        if (rules.ordered()) {
            order(findings);
        }
    }

    /// The number of rows that failed because their retries were exhausted.
    long excusedRows() throws IOException {
        Map<Token, Written> written = ReferenceRun.written(facts, rules, new ArrayList<>());
        Set<Token> excused = excused();
        return reference.tokens().keySet().stream()
                .filter(excused::contains)
                .filter(token -> Optional.ofNullable(written.get(token))
                        .filter(found -> GIVEN_UP.contains(found.outcome()))
                        .isPresent())
                .count();
    }

    private void order(List<Violation> findings) {
        var last = new HashMap<String, Ending>();
        for (Ending end : facts.outcomes()) {
            end.sink().ifPresent(sink -> {
                Ending before = last.put(sink, end);
                if (before != null
                        && (before.row() > end.row() || (before.row() == end.row() && before.part() >= end.part()))) {
                    findings.add(
                            new Violation("O", "in sink " + sink + " row " + end.row() + " follows " + before.row()));
                }
            });
        }
    }

    /// Tokens with a call that lost more replies than it may be resent, or that was in as many batches as allowed:
    /// their outcome may differ from the reference run.
    private Set<Token> excused() {
        var excused = new HashSet<Token>();
        facts.endsByKey().forEach((key, ends) -> {
            PipelineRules.Node node = rules.node(key.node());
            long lost = ends.stream().filter(node::counts).count();
            int most = node.sends().orElse(node.attempts());
            long batched = ends.stream().filter(LandscapeFacts.End::batched).count();
            if (lost >= most || batched >= node.attempts()) {
                excused.add(new Token(key.row(), key.part()));
            }
        });
        return excused;
    }

    private static String name(Token token) {
        return "row " + token.row() + (token.part() == 0 ? "" : "." + token.part());
    }
}

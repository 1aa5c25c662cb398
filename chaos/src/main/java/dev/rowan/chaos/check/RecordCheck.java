package dev.rowan.chaos.check;

import dev.rowan.chaos.check.LandscapeFacts.Ending;
import dev.rowan.chaos.check.ReferenceRun.Token;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The checks of `rowan verify`, I1 to I16 and I21, and again by plain SQL I1, I10 and I15: every row is recorded
/// once and has one outcome, epochs only rise, the chain is intact, and no row passed a safety node that did not
/// pass it.
record RecordCheck(LandscapeFacts facts, PipelineRules rules, ReferenceRun reference) {

    void check(String url, Path base, List<Violation> findings) {
        rows(findings);
        epochs(findings);
        safety(findings);
        try (var chain = ChainCheck.open(url, base)) {
            VerifyReport report = chain.verify(facts.runId(), VerifyInputs.itself());
            switch (report.verdict()) {
                case Verdict.Tampered(long seq, String what) ->
                    findings.add(new Violation("I11", "event " + seq + ": " + what));
                case Verdict.Intact intact -> {
                    if (!intact.ended()) {
                        findings.add(new Violation("I1", "the run has no end"));
                    }
                }
            }
            report.findings()
                    .forEach(found -> findings.add(
                            new Violation(found.invariant(), "event " + found.seq() + ": " + found.message())));
        }
    }

    private void rows(List<Violation> findings) {
        List<Long> expected =
                LongStream.rangeClosed(1, reference.rows()).boxed().toList();
        if (!facts.rows().equals(expected)) {
            findings.add(new Violation("I1", "rows read are " + facts.rows() + ", expected 1 to " + reference.rows()));
        }
        Set<Token> ended = new HashSet<>();
        for (Ending end : facts.outcomes()) {
            if (!ended.add(new Token(end.row(), end.part()))) {
                findings.add(new Violation("I1", "row " + end.row() + " ended twice"));
            }
        }
    }

    private record Stamp(long event, int epoch) {}

    private void epochs(List<Violation> findings) {
        List<Stamp> stamps = Stream.of(
                        facts.outcomes().stream().map(e -> new Stamp(e.event(), e.epoch())),
                        facts.visits().stream().map(e -> new Stamp(e.event(), e.epoch())),
                        facts.intents().stream().map(e -> new Stamp(e.event(), e.epoch())),
                        facts.ends().stream().map(e -> new Stamp(e.event(), e.epoch())),
                        facts.steps().stream().map(e -> new Stamp(e.event(), e.epoch())),
                        facts.notes().stream().map(e -> new Stamp(e.event(), e.epoch())))
                .flatMap(each -> each)
                .sorted((a, b) -> Long.compare(a.event(), b.event()))
                .toList();
        int last = 1;
        for (Stamp stamp : stamps) {
            if (stamp.epoch() < last || stamp.epoch() > facts.leaseEpoch()) {
                findings.add(new Violation("I10", "an event of epoch " + stamp.epoch() + " follows epoch " + last));
            }
            last = Math.max(last, stamp.epoch());
        }
    }

    private void safety(List<Violation> findings) {
        for (PipelineRules.Node node : rules.nodes()) {
            if (node.isSafety()) {
                Set<Token> clean = new HashSet<>();
                facts.visits().stream()
                        .filter(visit ->
                                visit.node() == node.index() && visit.status().equals("completed"))
                        .forEach(visit -> clean.add(new Token(visit.row(), visit.part())));
                facts.outcomes().stream()
                        .filter(end -> end.outcome().equals("completed") && end.part() == 0)
                        .filter(end -> !clean.contains(new Token(end.row(), end.part())))
                        .forEach(end -> findings.add(new Violation(
                                "I15", "row " + end.row() + " passed without a verdict of node " + node.index())));
            }
        }
    }
}

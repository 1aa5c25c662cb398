package dev.rowan.chaos.check;

import dev.rowan.chaos.check.LandscapeFacts.CallId;
import dev.rowan.chaos.check.LandscapeFacts.End;
import dev.rowan.chaos.check.LandscapeFacts.Intent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// I3 to I6, I8, I9, I21 and P: every send has its intent, nothing is sent after an answer, and nothing is billed
/// except calls recorded as answered or unknown.
record CallCheck(LandscapeFacts facts, PipelineRules rules, BilledCalls bill) {

    void check(List<Violation> findings) {
        Map<CallId, List<End>> ends = facts.endsByKey();
        var intents = new HashMap<CallId, List<Intent>>();
        facts.intents()
                .forEach(intent -> intents.computeIfAbsent(intent.key(), _ -> new ArrayList<>())
                        .add(intent));
        ends.forEach((key, ended) -> ended.forEach(end -> {
            boolean follows = intents.getOrDefault(key, List.of()).stream()
                    .anyMatch(intent -> intent.attempt() == end.attempt() && intent.event() < end.event());
            if (!follows) {
                findings.add(
                        new Violation("I3", "attempt " + end.attempt() + " of " + key + " ended without an intent"));
            }
        }));
        intents.forEach((key, begun) -> call(key, begun, ends.getOrDefault(key, List.of()), findings));
        facts.uncited().forEach(key -> findings.add(new Violation("I21", key + " took an answer that nobody got")));
        open(findings);
        bill(intents, ends, findings);
    }

    /// I7: attempts that were open when a process died are ended as unknown by the next, and are no more than were
    /// admitted. Those in a batch job belong to the job and stay open.
    private void open(List<Violation> findings) {
        var begunIn = new HashMap<String, Integer>();
        facts.intents().stream()
                .filter(intent -> intent.place().isEmpty())
                .forEach(intent -> begunIn.put(intent.key() + "/" + intent.attempt(), intent.epoch()));
        var left = new HashMap<Integer, Map<Integer, Long>>();
        for (End end : facts.ends()) {
            if (begunIn.getOrDefault(end.key() + "/" + end.attempt(), end.epoch()) < end.epoch()) {
                left.computeIfAbsent(end.epoch(), _ -> new HashMap<>())
                        .merge(end.key().node(), 1L, Long::sum);
            }
        }
        left.forEach((epoch, nodes) -> nodes.forEach((node, open) -> {
            if (open > rules.node(node).claims()) {
                findings.add(new Violation(
                        "I7",
                        open + " attempts of node " + node + " were open before epoch " + epoch + ", at most "
                                + rules.node(node).claims()));
            }
        }));
    }

    private void call(CallId key, List<Intent> begun, List<End> ended, List<Violation> findings) {
        for (int i = 0; i < begun.size(); i++) {
            if (begun.get(i).attempt() != i + 1) {
                findings.add(
                        new Violation("I5", key + " has attempt " + begun.get(i).attempt() + " as its " + (i + 1)));
            }
        }
        for (Intent intent : begun) {
            Optional<End> end = ended.stream()
                    .filter(each -> each.attempt() == intent.attempt())
                    .findFirst();
            if (end.isEmpty()) {
                findings.add(new Violation("I3", "attempt " + intent.attempt() + " of " + key + " has no end"));
            }
            ended.stream()
                    .filter(each -> each.state().equals("answered") && each.event() < intent.event())
                    .forEach(_ -> findings.add(new Violation("I6", key + " was sent after its answer")));
        }
        if (count(ended, "answered") > 1) {
            findings.add(new Violation("I4", key + " has several answers"));
        }
        PipelineRules.Node node = rules.node(key.node());
        OptionalInt sends = node.sends();
        long lost = ended.stream().filter(node::counts).count();
        boolean lastIsLost = !ended.isEmpty() && node.counts(ended.getLast());
        if (sends.isPresent() && lost - (lastIsLost ? 1 : 0) > sends.getAsInt() - 1) {
            findings.add(new Violation("I8", key + " was sent again after " + lost + " lost replies"));
        }
    }

    private static long count(List<End> ends, String state) {
        return ends.stream().filter(end -> end.state().equals(state)).count();
    }

    /// Compares what was billed for each request with what is recorded for all calls with this request. What calls
    /// sent in another form is compared in sum: the record does not have these bodies.
    private void bill(Map<CallId, List<Intent>> intents, Map<CallId, List<End>> ends, List<Violation> findings) {
        var listed = new HashMap<String, long[]>();
        long[] formed = new long[3];
        intents.forEach((key, begun) -> begun.getFirst().body().ifPresent(body -> {
            long[] sums =
                    begun.stream().anyMatch(Intent::formed) ? formed : listed.computeIfAbsent(body, _ -> new long[3]);
            List<End> ended = ends.getOrDefault(key, List.of()).stream()
                    .filter(end -> !end.batched())
                    .toList();
            sums[0] += count(ended, "answered");
            sums[1] += count(ended, "unknown");
            PipelineRules.Node node = rules.node(key.node());
            sums[2] += node.sends().orElse(Integer.MAX_VALUE);
            sums[2] += node.atMostOnce()
                    ? 0
                    : ended.stream().filter(End::isOwnLoss).count();
        }));
        bill.times().forEach((body, times) -> {
            long[] sums = listed.getOrDefault(body, new long[3]);
            long unlisted = Math.max(0, times - sums[0] - sums[1]);
            long tooOften = Math.max(0, times - sums[2]);
            if (unlisted > formed[0] + formed[1]) {
                findings.add(new Violation(
                        "I9",
                        "a request was billed " + times + " times, " + sums[0] + " answers and " + sums[1]
                                + " unknown are listed"));
            }
            if (tooOften > formed[2]) {
                findings.add(new Violation("P", "a request was billed " + times + " times, at most " + sums[2]));
            }
            formed[1] -= unlisted;
            formed[2] -= tooOften;
        });
        listed.forEach((body, sums) -> {
            if (bill.times().getOrDefault(body, 0L) < sums[0]) {
                findings.add(new Violation("I9", "an answer is recorded that was never billed"));
            }
        });
    }
}

package dev.rowan.chaos.check;

import dev.rowan.chaos.check.LandscapeFacts.End;
import java.util.HashMap;
import java.util.List;

/// M: an answered attempt in real time costs what the service billed for it, each bill is that of one attempt, and what
/// else was billed is covered by attempts that are unknown. A cost is compared if it rests on the simulator's prices.
record MoneyCheck(LandscapeFacts facts, PipelineRules rules, BilledCalls bill) {
    private static final String SIMULATOR = "simulator";

    void check(List<Violation> findings) {
        var open = new HashMap<>(bill.charges());
        long unknown = 0;
        long atMost = 0;
        for (End end : facts.ends()) {
            if (end.batched() || rules.node(end.key().node()).isSafety()) {
                continue;
            }
            if (end.isUnknown()) {
                unknown++;
                atMost += end.cost();
            } else if (end.state().equals("answered")) {
                Long billed =
                        end.served().isPresent() ? open.remove(end.served().getAsLong()) : null;
                if (billed == null) {
                    findings.add(new Violation(
                            "M",
                            "attempt " + end.attempt() + " of " + end.key() + " has an answer that is not billed"));
                } else if (differs(end, billed)) {
                    findings.add(new Violation(
                            "M",
                            "attempt " + end.attempt() + " of " + end.key() + " costs " + end.cost() + " pico-USD, and "
                                    + billed + " are billed"));
                }
            }
        }
        long left = open.values().stream().mapToLong(Long::longValue).sum();
        boolean priced = facts.ends().stream().anyMatch(MoneyCheck::isPriced);
        if (open.size() > unknown || (priced && left > atMost)) {
            findings.add(new Violation(
                    "M",
                    open.size() + " requests without an answer are billed with " + left + " pico-USD, and " + unknown
                            + " attempts are unknown, at most " + atMost));
        }
    }

    /// Whether an attempt has another cost than `billed`.
    static boolean differs(End end, long billed) {
        return isPriced(end) && end.cost() != billed;
    }

    private static boolean isPriced(End end) {
        return end.price().filter(price -> price.startsWith(SIMULATOR)).isPresent();
    }
}

package dev.rowan.cli.run;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.Optional;

/// The calls of a run in words: how many, how many met no room, what they cost, and that they were simulated.
public final class CallFigures {
    /// Stands wherever a run called the simulator, so that nobody takes its answers and costs for real ones.
    public static final String SIMULATED = "SIMULATED";

    private CallFigures() {}

    /// `SIMULATED · 1,240 calls answered · 3 met no room · $0.0124 of $25, $0.01 reserved`; empty while there is
    /// nothing to tell.
    static Optional<String> words(CallStatistics.Snapshot calls) {
        boolean anyMoney = !calls.spent().equals(Usd.ZERO) || !calls.reserved().equals(Usd.ZERO);
        if (calls.attempts() == 0 && calls.reused() == 0 && !calls.simulated() && !anyMoney) {
            return Optional.empty();
        }
        var parts = new ArrayList<String>();
        if (calls.simulated()) {
            parts.add(SIMULATED);
        }
        parts.add(Figures.counted(calls.answered(), "call") + " answered");
        if (calls.reused() > 0) {
            parts.add(Figures.count(calls.reused()) + " reused");
        }
        if (calls.refused() > 0) {
            parts.add(Figures.count(calls.refused()) + " met no room");
        }
        parts.add(spent(calls));
        return Optional.of(String.join(" · ", parts));
    }

    /// What is spent, and beside it what is reserved for calls under way.
    static String spent(CallStatistics.Snapshot calls) {
        return calls.cost().brief(Figures::dollars)
                + calls.cap().map(cap -> " of " + Figures.dollars(cap)).orElse("")
                + (calls.reserved().equals(Usd.ZERO) ? "" : ", " + Figures.dollars(calls.reserved()) + " reserved");
    }
}

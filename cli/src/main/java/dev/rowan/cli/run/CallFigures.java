package dev.rowan.cli.run;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.Optional;

/// The calls of a run as text: answered, rate-limited, cost, and whether they were simulated.
public final class CallFigures {
    /// Marks simulated answers and costs wherever they are shown.
    public static final String SIMULATED = "SIMULATED";

    private CallFigures() {}

    /// `SIMULATED · 1,240 calls answered · 3 rate-limited (429) · $0.0124 of $25, $0.01 reserved`; empty without
    /// calls.
    static Optional<String> text(CallStatistics.Snapshot calls) {
        boolean anyMoney = !calls.spent().equals(Usd.ZERO) || !calls.reserved().equals(Usd.ZERO);
        if (calls.attempts() == 0 && calls.reused() + calls.shared() == 0 && !calls.simulated() && !anyMoney) {
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
        if (calls.shared() > 0) {
            parts.add(Figures.count(calls.shared()) + " shared");
        }
        if (calls.refused() > 0) {
            parts.add(Figures.count(calls.refused()) + " rate-limited (429)");
        }
        parts.add(spent(calls));
        return Optional.of(String.join(" · ", parts));
    }

    /// The cost so far, and the reservation for calls in flight.
    static String spent(CallStatistics.Snapshot calls) {
        return calls.cost().brief(Figures::dollars)
                + calls.cap().map(cap -> " of " + Figures.dollars(cap)).orElse("")
                + (calls.reserved().equals(Usd.ZERO) ? "" : ", " + Figures.dollars(calls.reserved()) + " reserved");
    }
}

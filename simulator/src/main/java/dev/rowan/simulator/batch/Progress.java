package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.bill.Charge;
import java.util.List;

/// Totals of the rows that are done.
public record Progress(int succeeded, int refused, int notRun, TokenUsage usage, List<Charge> charges) {

    public int total() {
        return succeeded + refused + notRun;
    }
}

package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.bill.Charge;
import java.util.List;

/// What the rows that are done come to.
public record Progress(int succeeded, int refused, int notRun, TokenUsage usage, List<Charge> charges) {

    public int total() {
        return succeeded + refused + notRun;
    }
}

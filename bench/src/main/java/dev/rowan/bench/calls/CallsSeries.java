package dev.rowan.bench.calls;

import java.util.ArrayList;
import java.util.List;

/// The results of the rounds of one contender, over all its processes.
record CallsSeries(String who, List<CallsPipeline.Figures> rounds) {

    static CallsSeries of(String who) {
        return new CallsSeries(who, new ArrayList<>());
    }

    List<CallsRound.Figures> calls() {
        return rounds.stream().map(CallsPipeline.Figures::calls).toList();
    }
}

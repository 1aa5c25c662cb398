package dev.rowan.engine.transform;

import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.List;

/// What an earlier process of the run did with a token at a node: how often it visited, and the calls of its row.
public record Earlier(int visits, List<PastCall> calls) {
    public static final Earlier NOTHING = new Earlier(0, List.of());

    public Earlier {
        calls = List.copyOf(calls);
    }
}

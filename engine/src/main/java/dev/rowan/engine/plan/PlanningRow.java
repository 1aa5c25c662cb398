package dev.rowan.engine.plan;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/// A row in a plan, in two versions: `known` without answers, and `guessed` with placeholder answers. What is
/// equal in both does not depend on any answer. `waitsFor` is the node that causes the difference.
record PlanningRow(Row known, Row guessed, String waitsFor) {
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final int LONGEST_GUESS = 16_384;

    static PlanningRow of(Row row) {
        return new PlanningRow(row, row, "");
    }

    /// Whether nothing in the row depends on an answer.
    boolean certain() {
        return known.equals(guessed);
    }

    /// The row after a node whose answers to `calls` fill the fields `added`.
    PlanningRow answered(String node, Collection<String> added, List<Call> calls) {
        if (added.isEmpty()) {
            return this;
        }
        long tokens =
                calls.stream().mapToLong(call -> call.estimate().outputTokens()).sum();
        long length = Math.clamp(tokens * CHARACTERS_PER_TOKEN / added.size(), 1, LONGEST_GUESS);
        Row filled = guessed;
        for (String name : added) {
            filled = filled.with(name, "x".repeat((int) length));
        }
        return new PlanningRow(known, filled, node);
    }

    /// The row with a field that does not depend on any answer.
    PlanningRow with(String name, Object value) {
        return new PlanningRow(known.with(name, value), guessed.with(name, value), waitsFor);
    }

    /// The row after a node that only the guess passed: unchanged fields stay known.
    PlanningRow passed(Row output) {
        Row kept = Row.empty();
        for (String name : output.names().list()) {
            if (known.has(name) && Objects.equals(known.get(name), output.get(name))) {
                kept = kept.with(name, output.get(name));
            }
        }
        return new PlanningRow(kept, output, waitsFor);
    }
}

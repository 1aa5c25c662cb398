package dev.rowan.api.call;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a service told about its limits in one reply, as waits from now: nothing here reads a clock again.
///
/// `retryAfter` is its advice when to come back, cut at the ceiling the reader was given; `budgets` are what is left
/// of each counted thing, in the order of their names.
public record RateHints(Optional<Duration> retryAfter, List<Budget> budgets) {
    private static final RateHints NONE = new RateHints(Optional.empty(), List.of());

    public RateHints {
        budgets = List.copyOf(budgets);
    }

    /// What is left of `subject` (`requests`, `tokens`, `input_tokens`, …) and how long until it is full again.
    public record Budget(String subject, Optional<Long> limit, Optional<Long> remaining, Optional<Duration> reset) {}

    public static RateHints none() {
        return NONE;
    }

    /// Whether nothing was told.
    public boolean isNone() {
        return retryAfter.isEmpty() && budgets.isEmpty();
    }

    public Optional<Budget> budget(String subject) {
        return budgets.stream().filter(b -> b.subject().equals(subject)).findFirst();
    }

    /// These hints with `advice` where the headers gave none, such as the one that a body holds.
    public RateHints orAfter(Optional<Duration> advice) {
        return advice.isEmpty() || retryAfter.isPresent() ? this : new RateHints(advice, budgets);
    }
}

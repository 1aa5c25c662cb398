package dev.rowan.api.call;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A service's rate limits as reported in one reply, as waits from now.
///
/// `retryAfter` is capped at the reader's ceiling; `budgets` are in the order of their names.
public record RateHints(Optional<Duration> retryAfter, List<Budget> budgets) {
    private static final RateHints NONE = new RateHints(Optional.empty(), List.of());

    public RateHints {
        budgets = List.copyOf(budgets);
    }

    /// What remains of `subject` (`requests`, `tokens`, `input_tokens`, …) and how long until it resets.
    public record Budget(String subject, Optional<Long> limit, Optional<Long> remaining, Optional<Duration> reset) {}

    public static RateHints none() {
        return NONE;
    }

    public Optional<Budget> budget(String subject) {
        return budgets.stream().filter(b -> b.subject().equals(subject)).findFirst();
    }

    /// These hints with `advice` as the retry delay if the headers had none.
    public RateHints orAfter(Optional<Duration> advice) {
        return advice.isEmpty() || retryAfter.isPresent() ? this : new RateHints(advice, budgets);
    }
}

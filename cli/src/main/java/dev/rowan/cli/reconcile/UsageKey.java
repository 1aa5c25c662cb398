package dev.rowan.cli.reconcile;

import java.time.LocalDate;
import java.util.Comparator;

/// A line of an account: a day in UTC, a model, a tier and a kind of tokens.
record UsageKey(LocalDate day, String model, String tier, TokenKind kind) implements Comparable<UsageKey> {
    private static final Comparator<UsageKey> ORDER = Comparator.comparing(UsageKey::day)
            .thenComparing(UsageKey::model)
            .thenComparing(UsageKey::tier)
            .thenComparing(UsageKey::kind);

    @Override
    public int compareTo(UsageKey other) {
        return ORDER.compare(this, other);
    }

    String text() {
        return day + " " + model + " " + tier + " " + kind.word();
    }
}

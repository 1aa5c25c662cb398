package dev.rowan.cli.reconcile;

import java.time.LocalDate;
import java.util.Optional;

/// The days in UTC that are compared, both ends included; an absent end is open.
record Days(Optional<LocalDate> from, Optional<LocalDate> to) {
    static final Days ALL = new Days(Optional.empty(), Optional.empty());

    boolean contain(LocalDate day) {
        return from.filter(day::isBefore).isEmpty() && to.filter(day::isAfter).isEmpty();
    }
}

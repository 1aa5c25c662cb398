package dev.rowan.transforms.keyword;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects what a sequence of atoms requires: its longest literals, its runs of digits, its groups.
final class RequiredParts {
    private final List<Requirement> parts = new ArrayList<>();
    private final StringBuilder run = new StringBuilder();
    private boolean runInAnyCase;
    private int digits;

    /// The minimum and maximum number of repetitions.
    record Times(int min, int max) {
        static final Times ONCE = new Times(1, 1);
    }

    void add(Atom atom, Times times) {
        switch (atom) {
            case Atom.Letter letter -> letter(letter, times);
            case Atom.Digit() -> {
                endRun();
                digits += times.min();
            }
            case Atom.Other() -> end();
            case Atom.Place() -> {}
            case Atom.Group(Requirement inner) -> {
                end();
                if (times.min() > 0) {
                    parts.add(inner);
                }
            }
        }
    }

    private void letter(Atom.Letter letter, Times times) {
        endDigits();
        if (times.min() == 0 || runInAnyCase != letter.anyCase()) {
            endRun();
        }
        runInAnyCase = letter.anyCase();
        if (times.min() > 0) {
            run.append(letter.anyCase() ? ScannedText.fold(letter.character()) : letter.character());
        }
        if (times.min() != 1 || times.max() != 1) {
            endRun();
        }
    }

    private void end() {
        endRun();
        endDigits();
    }

    private void endRun() {
        if (!run.isEmpty()) {
            String literal = run.toString();
            parts.add(runInAnyCase ? new Requirement.AnyCase(literal) : new Requirement.Literal(literal));
            run.setLength(0);
        }
    }

    private void endDigits() {
        if (digits > 0) {
            parts.add(new Requirement.Digits(digits));
            digits = 0;
        }
    }

    /// All parts, the most selective first.
    Requirement requirement() {
        end();
        parts.removeIf(Requirement.NONE::equals);
        parts.sort(Comparator.comparingInt(RequiredParts::weight).reversed());
        return parts.size() == 1 ? parts.getFirst() : new Requirement.AllOf(parts);
    }

    private static int weight(Requirement part) {
        return switch (part) {
            case Requirement.Literal(String literal) -> literal.length();
            case Requirement.AnyCase(String literal) -> literal.length();
            case Requirement.Digits(int count) -> count;
            case Requirement.AllOf _, Requirement.AnyOf _ -> 0;
        };
    }
}

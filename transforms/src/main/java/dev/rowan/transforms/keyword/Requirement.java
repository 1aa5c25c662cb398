package dev.rowan.transforms.keyword;

import java.util.List;

/// What a text must hold for a pattern to have a chance: a cheap test before the costly one.
///
/// It may pass a text that the pattern then does not match, and never fails one that it would.
sealed interface Requirement {

    /// No test is known: every text has a chance.
    Requirement NONE = new AllOf(List.of());

    boolean isMetBy(ScannedText text);

    /// The text holds `literal` as it stands.
    record Literal(String literal) implements Requirement {
        @Override
        public boolean isMetBy(ScannedText text) {
            return text.text().contains(literal);
        }
    }

    /// The text holds `literal` in any case; `literal` is folded.
    record AnyCase(String literal) implements Requirement {
        @Override
        public boolean isMetBy(ScannedText text) {
            return text.folded().contains(literal);
        }
    }

    /// The text holds this many ASCII digits in a row.
    record Digits(int count) implements Requirement {
        @Override
        public boolean isMetBy(ScannedText text) {
            return text.longestDigitRun() >= count;
        }
    }

    record AllOf(List<Requirement> parts) implements Requirement {
        public AllOf {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean isMetBy(ScannedText text) {
            for (Requirement part : parts) {
                if (!part.isMetBy(text)) {
                    return false;
                }
            }
            return true;
        }
    }

    record AnyOf(List<Requirement> parts) implements Requirement {
        public AnyOf {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean isMetBy(ScannedText text) {
            for (Requirement part : parts) {
                if (part.isMetBy(text)) {
                    return true;
                }
            }
            return false;
        }
    }
}

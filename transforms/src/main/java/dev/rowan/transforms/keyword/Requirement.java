package dev.rowan.transforms.keyword;

import java.util.List;

/// What a text must contain to match a pattern: a cheap prefilter.
///
/// It may accept a text that does not match, and never rejects one that does.
sealed interface Requirement {

    /// Accepts every text.
    Requirement NONE = new AllOf(List.of());

    boolean isMetBy(ScannedText text);

    /// Contains `literal`.
    record Literal(String literal) implements Requirement {
        @Override
        public boolean isMetBy(ScannedText text) {
            return text.text().contains(literal);
        }
    }

    /// Contains `literal` in any case; `literal` is folded.
    record AnyCase(String literal) implements Requirement {
        @Override
        public boolean isMetBy(ScannedText text) {
            return text.folded().contains(literal);
        }
    }

    /// Contains this many consecutive ASCII digits.
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

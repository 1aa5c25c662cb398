package dev.rowan.simulator.answer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Sentiment by keywords, good enough for a first run.
final class Sentiment {
    private static final List<String> GOOD = List.of(
            "good",
            "great",
            "love",
            "excellent",
            "amazing",
            "happy",
            "wonderful",
            "fantastic",
            "best",
            "perfect",
            "recommend",
            "delight",
            "works well",
            "thank",
            "enjoy",
            "fast",
            "beautiful",
            "like");
    private static final List<String> BAD = List.of(
            "bad",
            "terrible",
            "hate",
            "awful",
            "poor",
            "worst",
            "broken",
            "disappoint",
            "slow",
            "refund",
            "angry",
            "useless",
            "never again",
            "not good",
            "not great",
            "not recommend",
            "don't like",
            "horrible",
            "late");

    private Sentiment() {}

    /// The label among `labels` that fits `text`; empty when they are not labels of mood.
    static Optional<String> label(List<String> labels, String text) {
        Optional<String> good = find(labels, "positive");
        Optional<String> bad = find(labels, "negative");
        if (good.isEmpty() || bad.isEmpty()) {
            return Optional.empty();
        }
        int balance = balance(text.toLowerCase(Locale.ROOT));
        if (balance > 0) {
            return good;
        }
        return balance < 0
                ? bad
                : find(labels, "neutral").or(() -> find(labels, "mixed")).or(() -> good);
    }

    /// The labels of mood that `text` offers, as it spells them.
    static List<String> offered(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return List.of("positive", "negative", "neutral", "mixed").stream()
                .filter(lower::contains)
                .map(label -> text.substring(lower.indexOf(label), lower.indexOf(label) + label.length()))
                .toList();
    }

    private static Optional<String> find(List<String> labels, String wanted) {
        return labels.stream().filter(label -> label.equalsIgnoreCase(wanted)).findFirst();
    }

    private static int balance(String text) {
        return count(GOOD, text) - 2 * count(BAD, text);
    }

    private static int count(List<String> words, String text) {
        return (int) words.stream().filter(text::contains).count();
    }
}

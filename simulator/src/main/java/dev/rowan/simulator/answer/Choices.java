package dev.rowan.simulator.answer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The choices in a prompt such as `one of: red, green or blue`.
final class Choices {
    private Choices() {}

    static List<String> in(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return Stream.of("one of:", "labels:", "categories:", "options:")
                .filter(lower::contains)
                .findFirst()
                .map(mark -> list(text.substring(lower.indexOf(mark) + mark.length())))
                .orElse(List.of());
    }

    /// One of `choices`: the mood of `text` when they are moods, else by chance.
    static Optional<String> pick(List<String> choices, String text, Seed seed) {
        return Sentiment.label(choices, text)
                .or(() -> choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(seed.below(choices.size()))));
    }

    private static List<String> list(String text) {
        int end = Stream.of('\n', '.', ';')
                .mapToInt(text::indexOf)
                .filter(at -> at >= 0)
                .min()
                .orElse(text.length());
        return Stream.of(text.substring(0, end).split(",| or | and |\\|"))
                .map(String::strip)
                .filter(choice -> !choice.isEmpty())
                .toList();
    }
}

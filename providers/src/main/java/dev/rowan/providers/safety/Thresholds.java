package dev.rowan.providers.safety;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.providers.safety.ContentSafety.Category;
import dev.rowan.providers.safety.ContentSafety.Severities;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The maximum severity that passes in each category.
record Thresholds(Map<Category, Integer> of) {
    private static final int HIGHEST = 7;

    /// In the usual order of settings.
    private static final Map<Category, Option<Long>> KEYS = keys();

    static final Options OPTIONS = new Options(List.copyOf(KEYS.values()), Map.of());

    Thresholds {
        of = Map.copyOf(of);
        if (of.size() != Category.values().length) {
            throw new IllegalArgumentException("every category needs a threshold, got " + of);
        }
    }

    private static Map<Category, Option<Long>> keys() {
        var keys = new EnumMap<Category, Option<Long>>(Category.class);
        for (Category category : Category.values()) {
            keys.put(
                    category,
                    Option.integer(word(category), 0, HIGHEST)
                            .describedAs("maximum severity that passes in this category"));
        }
        return keys;
    }

    static Thresholds read(Section section) {
        var of = new EnumMap<Category, Integer>(Category.class);
        KEYS.forEach((category, key) -> of.put(category, section.get(key).intValue()));
        return new Thresholds(of);
    }

    /// The category in settings and reasons: `self_harm`.
    static String word(Category category) {
        return category.name().toLowerCase(Locale.ROOT);
    }

    boolean isExceeded(Severities severities) {
        return exceeded(severities).findAny().isPresent();
    }

    /// The exceeded thresholds: `violence 6 where at most 2 may pass`.
    String text(Severities severities) {
        return exceeded(severities)
                .map(category -> "%s %d where at most %d may pass"
                        .formatted(word(category), severities.of().get(category), of.get(category)))
                .collect(Collectors.joining(", "));
    }

    private Stream<Category> exceeded(Severities severities) {
        return Stream.of(Category.values())
                .filter(category -> severities.of().getOrDefault(category, Integer.MAX_VALUE) > threshold(category));
    }

    private int threshold(Category category) {
        return of.getOrDefault(category, 0);
    }

    /// Numbers by category name.
    static Map<String, Integer> named(Map<Category, Integer> numbers) {
        var named = new TreeMap<String, Integer>();
        numbers.forEach((category, number) -> named.put(word(category), number));
        return named;
    }
}

package dev.rowan.simulator.safety;

import java.util.List;
import java.util.Locale;

/// The harm categories, each with its mild, clear and severe keywords.
enum Category {
    HATE("Hate", List.of("stupid people"), List.of("hate them", "hate speech", "inferior"), List.of("exterminate")),
    SELF_HARM("SelfHarm", List.of("hurt myself"), List.of("self-harm", "self harm"), List.of("suicide", "kill myself")),
    SEXUAL("Sexual", List.of("sexy"), List.of("sexual"), List.of("pornographic", "explicit sex")),
    VIOLENCE("Violence", List.of("fight"), List.of("violence", "attack him", "stab"), List.of("kill", "murder"));

    private final String word;
    private final List<String> mild;
    private final List<String> clear;
    private final List<String> grave;

    Category(String word, List<String> mild, List<String> clear, List<String> grave) {
        this.word = word;
        this.mild = mild;
        this.clear = clear;
        this.grave = grave;
    }

    /// The name on the wire.
    String word() {
        return word;
    }

    /// 0, 2, 4 or 6.
    int severity(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (grave.stream().anyMatch(lower::contains)) {
            return 6;
        }
        if (clear.stream().anyMatch(lower::contains)) {
            return 4;
        }
        return mild.stream().anyMatch(lower::contains) ? 2 : 0;
    }
}

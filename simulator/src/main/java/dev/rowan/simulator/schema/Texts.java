package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Texts of the length, format or pattern that a schema asks for.
final class Texts {
    private static final List<String> WORDS = List.of(
            "amber", "birch", "cedar", "daisy", "elder", "fern", "grove", "hazel", "iris", "juniper", "lilac", "maple");

    private Texts() {}

    static String of(Fields schema, RandomGenerator random) {
        Optional<String> pattern = schema.text("pattern");
        if (pattern.isPresent()) {
            return Patterns.example(pattern.get());
        }
        int least = schema.number("minLength").map(Number::intValue).orElse(0);
        int most = schema.number("maxLength").map(Number::intValue).orElse(Integer.MAX_VALUE);
        String text = schema.text("format").flatMap(Texts::ofFormat).orElseGet(() -> words(random));
        String longer = text.length() >= least ? text : text + "x".repeat(least - text.length());
        return longer.length() <= most ? longer : longer.substring(0, most);
    }

    private static String words(RandomGenerator random) {
        return WORDS.get(random.nextInt(WORDS.size())) + " " + WORDS.get(random.nextInt(WORDS.size()));
    }

    private static Optional<String> ofFormat(String format) {
        return switch (format) {
            case "date" -> Optional.of("2026-01-15");
            case "time" -> Optional.of("09:30:00Z");
            case "date-time" -> Optional.of("2026-01-15T09:30:00Z");
            case "duration" -> Optional.of("PT5M");
            case "email" -> Optional.of("rowan@example.com");
            case "hostname" -> Optional.of("example.com");
            case "ipv4" -> Optional.of("192.0.2.1");
            case "ipv6" -> Optional.of("2001:db8::1");
            case "uri" -> Optional.of("https://example.com/rowan");
            case "uuid" -> Optional.of("123e4567-e89b-42d3-a456-426614174000");
            default -> Optional.empty();
        };
    }
}

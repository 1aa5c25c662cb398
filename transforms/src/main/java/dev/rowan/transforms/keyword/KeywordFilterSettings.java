package dev.rowan.transforms.keyword;

import com.google.re2j.PatternSyntaxException;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.transforms.TextFields;
import java.util.List;
import java.util.Optional;

/// What a keyword filter is told: where to look and for what.
record KeywordFilterSettings(TextFields fields, List<BlockedPattern> patterns) {
    static final Option<List<String>> BLOCKED_PATTERNS = Option.texts(
                    "blocked_patterns", KeywordFilterSettings::brokenRule)
            .describedAs("regular expressions in RE2 syntax; a row with a match of any is blocked");

    static final Options OPTIONS = Options.of(TextFields.FIELDS, BLOCKED_PATTERNS);

    KeywordFilterSettings {
        patterns = List.copyOf(patterns);
    }

    static KeywordFilterSettings read(Section section) {
        List<String> texts = section.get(BLOCKED_PATTERNS);
        if (texts.isEmpty()) {
            section.problem(BLOCKED_PATTERNS, "must hold at least one pattern, got none");
        }
        return new KeywordFilterSettings(
                TextFields.read(section), texts.stream().map(BlockedPattern::of).toList());
    }

    private static Optional<String> brokenRule(String pattern) {
        if (pattern.isEmpty()) {
            return Optional.of("must not be empty: it would block every row");
        }
        try {
            BlockedPattern.of(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("must be a regular expression of RE2: " + complaint(pattern, e));
        }
    }

    private static String complaint(String text, PatternSyntaxException e) {
        String part = e.getPattern();
        return part.isEmpty() || !text.contains(part)
                ? e.getDescription()
                : "%s at character %d: '%s'".formatted(e.getDescription(), text.indexOf(part) + 1, part);
    }
}

package dev.rowan.transforms.keyword;

import com.google.re2j.PatternSyntaxException;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.api.text.TextSelection;
import java.util.List;
import java.util.Optional;

/// Settings of a keyword filter.
record KeywordFilterSettings(TextSelection fields, List<BlockedPattern> patterns, boolean normalize) {
    static final Option<List<String>> BLOCKED_PATTERNS = Option.texts(
                    "blocked_patterns", KeywordFilterSettings::brokenRule)
            .describedAs("regular expressions in RE2 syntax; a row that matches any of them is blocked");

    static final Option<Boolean> NORMALIZE = Option.bool("normalize")
            .orElse(true)
            .describedAs("whether to also match the text after Unicode normalization (NFKC) and without "
                    + "invisible characters such as zero-width spaces and soft hyphens");

    static final Options OPTIONS = Options.of(TextSelection.FIELDS, BLOCKED_PATTERNS, NORMALIZE);

    private static final Option<RowSchema> SCHEMA = RowSchema.option("schema");

    KeywordFilterSettings {
        patterns = List.copyOf(patterns);
    }

    static KeywordFilterSettings read(Section section) {
        List<String> texts = section.get(BLOCKED_PATTERNS);
        if (texts.isEmpty()) {
            section.problem(BLOCKED_PATTERNS, "must hold at least one pattern, got none");
        }
        boolean normalize = section.get(NORMALIZE);
        return new KeywordFilterSettings(
                TextSelection.read(section, section.find(SCHEMA).orElse(RowSchema.DYNAMIC)),
                texts.stream()
                        .map(text -> normalize ? BlockedPattern.normalized(text) : BlockedPattern.of(text))
                        .toList(),
                normalize);
    }

    private static Optional<String> brokenRule(String pattern) {
        if (pattern.isEmpty()) {
            return Optional.of("must not be empty: it would block every row");
        }
        try {
            BlockedPattern.of(pattern);
            BlockedPattern.normalized(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("must be an RE2 regular expression: " + complaint(pattern, e));
        }
    }

    private static String complaint(String text, PatternSyntaxException e) {
        String part = e.getPattern();
        return part.isEmpty() || !text.contains(part)
                ? e.getDescription()
                : "%s at character %d: '%s'".formatted(e.getDescription(), text.indexOf(part) + 1, part);
    }
}

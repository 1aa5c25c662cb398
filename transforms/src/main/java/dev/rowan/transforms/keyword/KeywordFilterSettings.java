package dev.rowan.transforms.keyword;

import com.google.re2j.PatternSyntaxException;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.transforms.TextFields;
import java.util.ArrayList;
import java.util.List;

/// What a keyword filter is told: where to look and for what.
record KeywordFilterSettings(TextFields fields, List<BlockedPattern> patterns) {
    static final Option<List<String>> BLOCKED_PATTERNS = Option.texts("blocked_patterns")
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
        var patterns = new ArrayList<BlockedPattern>();
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            if (text.isEmpty()) {
                section.problem(
                        BLOCKED_PATTERNS, "pattern " + (i + 1) + " must not be empty: it would block every row");
                continue;
            }
            try {
                patterns.add(BlockedPattern.of(text));
            } catch (PatternSyntaxException e) {
                section.problem(
                        BLOCKED_PATTERNS,
                        "pattern " + (i + 1) + " must be a regular expression of RE2: " + complaint(text, e));
            }
        }
        return new KeywordFilterSettings(TextFields.read(section), patterns);
    }

    private static String complaint(String text, PatternSyntaxException e) {
        String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
        String part = e.getPattern();
        return part.isEmpty() || !text.contains(part)
                ? e.getDescription() + " in '" + shown + "'"
                : "%s at character %d of '%s': '%s'".formatted(e.getDescription(), text.indexOf(part) + 1, shown, part);
    }
}

package dev.rowan.transforms.keyword;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.text.Normalizer;
import java.util.OptionalInt;

/// A blocked pattern. RE2 runs in time linear in the text; a prefilter for required text avoids most of it.
record BlockedPattern(String text, Pattern pattern, Requirement requirement) {
    /// The engine recurses once for each step that consumes nothing; more steps could overflow the stack.
    private static final int MAX_STEPS = 2_500;

    private static final int MAX_GROUPS = 250;

    /// A pattern for normalized text: combining characters match composed ones.
    static BlockedPattern normalized(String text) {
        BlockedPattern composed = of(Normalizer.normalize(text, Normalizer.Form.NFC));
        return new BlockedPattern(text, composed.pattern(), composed.requirement());
    }

    /// Throws [PatternSyntaxException] if `text` is not a pattern or too complex.
    static BlockedPattern of(String text) {
        if (text.chars().filter(c -> c == '(').count() > MAX_GROUPS) {
            throw new PatternSyntaxException("more than " + MAX_GROUPS + " groups; split it into several patterns", "");
        }
        Pattern pattern = Pattern.compile(text);
        if (pattern.programSize() > MAX_STEPS) {
            throw new PatternSyntaxException(
                    "%d steps, more than %d; split it into several patterns"
                            .formatted(pattern.programSize(), MAX_STEPS),
                    "");
        }
        return new BlockedPattern(text, pattern, PatternReader.requirementOf(text));
    }

    /// The start of the first match, in code points from 0.
    OptionalInt find(ScannedText scanned) {
        return requirement.isMetBy(scanned) ? findByPattern(scanned.text()) : OptionalInt.empty();
    }

    /// The same without the prefilter.
    OptionalInt findByPattern(String subject) {
        Matcher matcher = pattern.matcher(subject);
        return matcher.find() ? OptionalInt.of(subject.codePointCount(0, matcher.start())) : OptionalInt.empty();
    }
}

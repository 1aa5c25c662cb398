package dev.rowan.transforms.keyword;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/// The requirement of a pattern never hides a match.
class RequirementPropertyTest {

    @Property(tries = 20_000)
    @Tag("slow")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void findsTheSameWithAndWithoutTheRequirement(@ForAll("patterns") String pattern, @ForAll("texts") String text) {
        Optional<BlockedPattern> blocked = compile(pattern);
        Assume.that(blocked.isPresent());

        var with = blocked.get().find(new ScannedText(text));
        var without = blocked.get().findByPattern(text);

        assertThat(with).isEqualTo(without);
        boolean required = !blocked.get().requirement().equals(Requirement.NONE);
        Statistics.label("tells something")
                .collect(required, without.isPresent())
                .coverage(coverage -> coverage.check(true, true).percentage(share -> share > 5));
    }

    @Property(tries = 20_000)
    void readsAnyPatternThatTheEngineAccepts(@ForAll("anyPatterns") String pattern, @ForAll("texts") String text) {
        Optional<BlockedPattern> blocked = compile(pattern);
        Assume.that(blocked.isPresent());

        assertThat(blocked.get().find(new ScannedText(text)))
                .isEqualTo(blocked.get().findByPattern(text));
    }

    @Example
    @Tag("slow")
    void foldsEveryCharacterThatTheEngineTakesForAnAsciiLetter() {
        Pattern letters = Pattern.compile("^(?i)[a-z]$");
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = Character.toString(c);
            if (letters.matches(text)) {
                String folded = ScannedText.fold(text);
                assertThat(folded).hasSize(1);
                assertThat(folded.charAt(0)).isBetween('a', 'z');
                assertThat(Pattern.matches("(?i)" + folded, text)).isTrue();
            }
        }
    }

    @Example
    void mustFailControlARequirementThatIsTooStrongIsSeen() {
        var wrong = new BlockedPattern("ab?", Pattern.compile("ab?"), new Requirement.Literal("ab"));

        assertThat(wrong.find(new ScannedText("xa"))).isNotEqualTo(wrong.findByPattern("xa"));
    }

    private static Optional<BlockedPattern> compile(String pattern) {
        try {
            return Optional.of(BlockedPattern.of(pattern));
        } catch (PatternSyntaxException _) {
            return Optional.empty();
        }
    }

    @Provide
    Arbitrary<String> patterns() {
        return Combinators.combine(Arbitraries.of("", "(?i)", "(?s)", "(?i-s)"), pattern(3))
                .as(String::concat);
    }

    private static Arbitrary<String> pattern(int depth) {
        Arbitrary<String> atom =
                depth == 0 ? atom() : Arbitraries.frequencyOf(Tuple.of(4, atom()), Tuple.of(1, group(depth)));
        Arbitrary<String> repeated = Combinators.combine(
                        atom, Arbitraries.of("", "", "", "", "*", "+", "?", "{2}", "{0,1}", "{1,}", "+?", "{0}"))
                .as(String::concat);
        Arbitrary<String> sequence = repeated.list().ofMinSize(1).ofMaxSize(4).map(parts -> String.join("", parts));
        return Arbitraries.frequencyOf(
                Tuple.of(3, sequence),
                Tuple.of(1, Combinators.combine(sequence, sequence).as((a, b) -> a + "|" + b)));
    }

    private static Arbitrary<String> atom() {
        return Arbitraries.of(
                "a",
                "b",
                "k",
                "K",
                "s",
                "S",
                "ab",
                "ſ",
                "\u212A",
                "ü",
                "Ü",
                "1",
                "\\d",
                "[0-9]",
                "\\d",
                "\\b",
                "^",
                "$",
                ".",
                "\\w",
                "[ab]",
                "[^a]",
                "[]a]",
                "[[:alpha:]]",
                "[\\]a]",
                "\\.",
                "-",
                "\\Qa.b\\E",
                "\\pL",
                "\\p{Lu}",
                "\\x61",
                "(?i)",
                "(?-i)",
                "\uD83D\uDE00",
                "\\n",
                "\\Q\\E",
                " ");
    }

    private static Arbitrary<String> group(int depth) {
        return Combinators.combine(
                        Arbitraries.of("(", "(?:", "(?i:", "(?-i:", "(?P<n>"),
                        Arbitraries.lazy(() -> pattern(depth - 1)))
                .as((open, inner) -> open + inner + ")");
    }

    @Provide
    Arbitrary<String> anyPatterns() {
        return Arbitraries.strings()
                .withChars("abkKsS1d.*+?|()[]{}^$\\QEbi:,0-9?")
                .ofMaxLength(10);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
                        "a",
                        "b",
                        "k",
                        "K",
                        "s",
                        "S",
                        "A",
                        "B",
                        "ſ",
                        "\u212A",
                        "ü",
                        "Ü",
                        "1",
                        "2",
                        "0",
                        ".",
                        "-",
                        " ",
                        "\n",
                        "\uD83D\uDE00",
                        "\uD83D",
                        "{",
                        "d")
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }
}

package dev.rowan.transforms.keyword;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.transforms.keyword.Requirement.AllOf;
import dev.rowan.transforms.keyword.Requirement.AnyCase;
import dev.rowan.transforms.keyword.Requirement.AnyOf;
import dev.rowan.transforms.keyword.Requirement.Digits;
import dev.rowan.transforms.keyword.Requirement.Literal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternReaderTest {

    @Test
    void findsTheWordOfAKeywordPattern() {
        assertRequires("password", new Literal("password"));
        assertRequires("(?i)\\bPass-Word\\b", new AnyCase("pass-word"));
        assertRequires("\\Qa.b(\\E", new Literal("a.b("));
    }

    @Test
    void needsOneBranchOfAnAlternation() {
        assertRequires("(?i)\\b(?:foo|bar)\\b", new AnyOf(List.of(new AnyCase("foo"), new AnyCase("bar"))));
        assertRequires("foo|\\w", Requirement.NONE);
    }

    @Test
    void needsRunsOfDigits() {
        assertRequires(
                "\\d{3}-\\d{2}-\\d{4}",
                new AllOf(List.of(new Digits(4), new Digits(3), new Digits(2), new Literal("-"), new Literal("-"))));
        assertRequires("[0-9]\\d+", new Digits(2));
    }

    @Test
    void leavesOutWhatMayBeAbsent() {
        assertRequires("colou?r", new AllOf(List.of(new Literal("colo"), new Literal("r"))));
        assertRequires("(?:abc)*d", new Literal("d"));
        assertRequires("ab{0,3}", new Literal("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\x61", "a(?i)*", "a\\Q\\E*", "a{,3}", ".*", "[a-z]+", "ü(?i)ü|k\\C"})
    void requiresNothingWhereItDoesNotKnow(String pattern) {
        assertRequires(pattern, Requirement.NONE);
    }

    private static void assertRequires(String pattern, Requirement requirement) {
        assertThat(PatternReader.requirementOf(pattern)).isEqualTo(requirement);
    }
}

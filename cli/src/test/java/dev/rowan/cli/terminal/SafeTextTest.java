package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u001b[31mb\u001b[0m",
                "a\u001b[2J\u001b[1;1Hb",
                "a\u001b]0;window title\u0007b",
                "a\u001b]8;;http://example.com\u001b\\b",
                "a\u009b31mb",
                "a\u001bcb",
                "a\u0000\u0008\u007f\u0085b",
                "a\u202e\u2066b\u2069\u202c",
                "\ufeffa\u200e\u200f\u061cb",
                "a\udb40\udc41b"
            })
    void leavesNothingThatMovesHidesOrReorders(String text) {
        assertThat(SafeText.line(text)).isEqualTo("ab");
        assertThat(SafeText.lines(text)).isEqualTo("ab");
    }

    @Test
    void putsOneLineWhereLinesWouldBreak() {
        assertThat(SafeText.line("a\nb\tc\u2028d")).isEqualTo("a b c d");
        assertThat(SafeText.lines("a\nb\rc")).isEqualTo("a\nb c");
    }

    @Test
    void hidesNothingBehindASequenceWithoutEnd() {
        assertThat(SafeText.line("a\u001b]the rest")).isEqualTo("athe rest");
    }

    @Test
    void keepsAllScripts() {
        String text = "Zürich 素晴らしい 👍 שלום";
        assertThat(SafeText.line(text)).isEqualTo(text);
    }

    @Test
    void marksUnpairedSurrogates() {
        assertThat(SafeText.line("a\ud83db")).isEqualTo("a\ufffdb");
    }
}

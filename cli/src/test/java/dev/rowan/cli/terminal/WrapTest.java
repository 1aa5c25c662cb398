package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrapTest {

    @Test
    void breaksAtSpacesWithinTheWidth() {
        assertThat(Wrap.lines("one two three four", "  ", 11)).containsExactly("  one two", "  three", "  four");
    }

    @Test
    void putsALongWordOnItsOwnLine() {
        assertThat(Wrap.lines("a extraordinarily b", "", 6)).containsExactly("a", "extraordinarily", "b");
    }
}

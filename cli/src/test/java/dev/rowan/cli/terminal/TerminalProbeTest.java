package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminalProbeTest {
    private static final int BOTH = 0;

    private static TerminalProbe probe(int notTerminals, Map<String, String> environment) {
        return new TerminalProbe(environment, () -> notTerminals, () -> Optional.of(132));
    }

    @Test
    void paintsAndRedrawsOnATerminal() {
        assertThat(probe(BOTH, Map.of("TERM", "xterm")).out()).isEqualTo(new Terminal(132, true, true));
    }

    @Test
    void distinguishesTheTwoStreams() {
        TerminalProbe probe = probe(TerminalProbe.OUT_IS_NONE, Map.of());
        assertThat(probe.out()).isEqualTo(Terminal.plain(100));
        assertThat(probe.err()).isEqualTo(new Terminal(132, true, true));
    }

    @Test
    void honoursNoColorAndDumbTerminals() {
        assertThat(probe(BOTH, Map.of("NO_COLOR", "1")).err()).isEqualTo(new Terminal(132, true, false));
        assertThat(probe(BOTH, Map.of("NO_COLOR", "")).err()).isEqualTo(new Terminal(132, true, true));
        assertThat(probe(BOTH, Map.of("TERM", "dumb")).err()).isEqualTo(Terminal.plain(132));
    }

    @Test
    void prefersTheWidthThatIsSet() {
        assertThat(probe(BOTH, Map.of("COLUMNS", "80")).out().width()).isEqualTo(80);
        assertThat(probe(BOTH, Map.of("COLUMNS", "wide")).out().width()).isEqualTo(132);
        assertThat(new TerminalProbe(Map.of(), () -> BOTH, Optional::empty)
                        .out()
                        .width())
                .isEqualTo(80);
    }

    @Test
    void findsNoTerminalInATest() {
        assertThat(new TerminalProbe(Map.of()).err().live()).isFalse();
    }
}

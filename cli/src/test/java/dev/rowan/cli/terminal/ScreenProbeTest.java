package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScreenProbeTest {
    private static final int BOTH = 0;

    private static ScreenProbe probe(int notTerminals, Map<String, String> environment) {
        return new ScreenProbe(environment, () -> notTerminals, () -> Optional.of(132));
    }

    @Test
    void paintsAndRedrawsOnATerminal() {
        assertThat(probe(BOTH, Map.of("TERM", "xterm")).out()).isEqualTo(new Screen(132, true, true));
    }

    @Test
    void tellsTheTwoStreamsApart() {
        ScreenProbe probe = probe(ScreenProbe.OUT_IS_NONE, Map.of());
        assertThat(probe.out()).isEqualTo(Screen.plain(100));
        assertThat(probe.err()).isEqualTo(new Screen(132, true, true));
    }

    @Test
    void honoursNoColorAndDumbTerminals() {
        assertThat(probe(BOTH, Map.of("NO_COLOR", "1")).err()).isEqualTo(new Screen(132, true, false));
        assertThat(probe(BOTH, Map.of("NO_COLOR", "")).err()).isEqualTo(new Screen(132, true, true));
        assertThat(probe(BOTH, Map.of("TERM", "dumb")).err()).isEqualTo(Screen.plain(132));
    }

    @Test
    void prefersTheWidthThatIsSet() {
        assertThat(probe(BOTH, Map.of("COLUMNS", "80")).out().width()).isEqualTo(80);
        assertThat(probe(BOTH, Map.of("COLUMNS", "wide")).out().width()).isEqualTo(132);
        assertThat(new ScreenProbe(Map.of(), () -> BOTH, Optional::empty).out().width())
                .isEqualTo(80);
    }

    @Test
    void findsNoTerminalInATest() {
        assertThat(new ScreenProbe(Map.of()).err().live()).isFalse();
    }
}

package dev.rowan.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellWordTest {

    @Test
    void quotesWhatAShellWouldTakeApart() {
        assertThat(ShellWord.of("sqlite:/tmp/rowan.db")).isEqualTo("sqlite:/tmp/rowan.db");
        assertThat(ShellWord.of("sqlite:/tmp/it's here.db")).isEqualTo("'sqlite:/tmp/it'\\''s here.db'");
    }
}

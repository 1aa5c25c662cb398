package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandTextTest {
    @Test
    void showsCommandsAsTheProgramWasCalled() {
        assertThat(CommandText.of("see `rowan verify R`, or rowan batch show R 1", "./rowan", ""))
                .isEqualTo("see `./rowan verify R`, or ./rowan batch show R 1");
        assertThat(CommandText.of("rowan resume R goes on", "'/my tools/rowan'", ""))
                .isEqualTo("'/my tools/rowan' resume R goes on");
    }

    @Test
    void addsTheLandscapeOfARun() {
        assertThat(CommandText.of(
                        "held: rowan batch show 20261115-051244-fjan 1 says why, rowan batch list too",
                        "rowan",
                        " --landscape sqlite:a.db"))
                .isEqualTo("held: rowan batch show 20261115-051244-fjan 1 --landscape sqlite:a.db says why, rowan batch"
                        + " list too");
    }

    @Test
    void leavesOtherTextAlone() {
        for (String text : new String[] {
            "./rowan resume R", "/opt/rowan runs", "dev.rowan run", "the next rowan reads it", "rowan: run R", "a rowan"
        }) {
            assertThat(CommandText.of(text, "/usr/bin/rowan", " --landscape sqlite:a.db"))
                    .isEqualTo(text);
        }
    }
}

package dev.rowan.landscape.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LocalProcessTest {
    private final LocalProcess here = LocalProcess.current().orElseThrow();

    @Test
    void parsesItsOwnText() {
        assertThat(LocalProcess.parse(here.text())).contains(here);
        assertThat(LeaseOwner.of(LeaseOwner.thisProcess().stored())).isEqualTo(LeaseOwner.thisProcess());
    }

    @Test
    void isNotGoneWhileAlive() {
        assertThat(here.isGone()).isFalse();
    }

    @Test
    void isGoneWhenItsNumberBelongsToAnother() {
        assertThat(new LocalProcess(here.boot(), here.namespace(), here.user(), here.pid(), here.startTicks() - 1)
                        .isGone())
                .isTrue();
    }

    @Test
    void isGoneWhenItHasEnded() throws IOException, InterruptedException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        java.waitFor();

        assertThat(new LocalProcess(here.boot(), here.namespace(), here.user(), java.pid(), here.startTicks()).isGone())
                .isTrue();
    }

    /// Processes of another boot, container or user are invisible here, so their state is unknown.
    @Test
    void isNotTakenForGoneWhereItCannotBeSeen() {
        long nobody = Integer.MAX_VALUE;
        assertThat(new LocalProcess(here.boot(), here.namespace(), here.user(), nobody, 1).isGone())
                .as("the control")
                .isTrue();
        assertThat(new LocalProcess("another", here.namespace(), here.user(), nobody, 1).isGone())
                .isFalse();
        assertThat(new LocalProcess(here.boot(), "pid:[1]", here.user(), nobody, 1).isGone())
                .isFalse();
        assertThat(new LocalProcess(here.boot(), here.namespace(), "another", nobody, 1).isGone())
                .isFalse();
    }

    @Test
    void isUnknownInAnOwnerOfAnOlderVersion() {
        LeaseOwner older = LeaseOwner.of("process 7 on lab since 2026-11-01T00:00:00Z");

        assertThat(older.process()).isEqualTo(Optional.empty());
        assertThat(older.isGone()).isFalse();
        assertThat(LocalProcess.parse("a b c d e")).isEmpty();
        assertThat(LocalProcess.parse("a b c")).isEmpty();
    }
}

package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.terminal.FakeTime;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.call.CallStatistics;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressViewTest {
    private static final ProgressSnapshot MOMENT = new RateWindow("run", 0, ZoneOffset.UTC)
            .snapshot(
                    ProgressFixture.snapshot(
                            1,
                            1,
                            0,
                            0,
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            1,
                            OptionalLong.empty(),
                            CallStatistics.Snapshot.NONE),
                    1_000_000_000,
                    false);

    private final TestShell shell = new TestShell(Path.of(""), new FakeTime());

    @Test
    void redrawsInPlaceOnATerminal() {
        ProgressView view =
                ProgressView.of(shell.screen(new Terminal(80, true, false)).shell());
        view.show(MOMENT);
        String picture = shell.err();
        view.show(MOMENT);
        assertThat(picture).isEqualTo(String.join("\n", ProgressText.block(MOMENT, Terminal.plain(80))) + "\n");
        assertThat(shell.err()).isEqualTo(picture + "\u001b[3A\r\u001b[J" + picture);
    }

    @Test
    void leavesNothingBehindOnATerminal() {
        ProgressView view =
                ProgressView.of(shell.screen(new Terminal(80, true, false)).shell());
        view.clear();
        assertThat(shell.err()).isEmpty();
        view.show(MOMENT);
        view.clear();
        assertThat(shell.err()).endsWith("\u001b[3A\r\u001b[J");
    }

    @Test
    void printsPlainLinesInAPipe() {
        ProgressView view = ProgressView.of(shell.shell());
        view.show(MOMENT);
        view.show(MOMENT);
        view.clear();
        assertThat(shell.err().lines()).containsExactly(ProgressText.line(MOMENT), ProgressText.line(MOMENT));
    }
}

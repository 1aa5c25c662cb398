package dev.rowan.cli.purge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.cli.command.FailureReport;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Asking before deleting.
class PurgeCommandTest {
    @TempDir
    private Path folder;

    private final List<String> asked = new ArrayList<>();
    private TestShell shell;

    @BeforeEach
    void recordARun() throws InterruptedException {
        shell = new TestShell(folder, new SystemTime());
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(new RunStart(
                        "a",
                        "a",
                        "1",
                        "",
                        Map.of(),
                        List.of(),
                        "ada",
                        Optional.empty(),
                        "csv",
                        List.of(),
                        List.of()))) {
            recorder.record(List.of(new LogEntry.RowRead(
                    1, Instant.EPOCH, "line 1", Optional.empty(), Row.of("text", "good"), Optional.empty())));
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 1, Optional.empty()));
        }
    }

    private int answering(String answer, String... arguments) {
        Shell plain = shell.shell();
        var command = new PurgeCommand(plain, question -> {
            asked.add(question);
            return Optional.of(answer);
        });
        return new CommandLine(command)
                .setExecutionExceptionHandler(new FailureReport(plain))
                .execute(arguments);
    }

    @Test
    void deletesOnlyWhenTheAnswerIsYes() {
        assertThat(answering("y", "--run", "a")).isEqualTo(1);
        assertThat(shell.err()).contains("nothing was deleted: not confirmed with 'yes'");
        assertThat(answering("yes", "--run", "a")).isZero();
        assertThat(shell.out()).contains("deleted 2 values");
        assertThat(asked)
                .hasSize(2)
                .first()
                .asString()
                .startsWith("Delete 2 values (")
                .contains("cannot be undone");
    }

    @Test
    void doesNotAskWithYesOrWithNothingToDelete() {
        assertThat(answering("no", "--run", "a", "--dry-run")).isZero();
        assertThat(answering("no", "--run", "a", "--yes")).isZero();
        assertThat(answering("no", "--run", "a")).isZero();
        assertThat(asked).isEmpty();
    }
}

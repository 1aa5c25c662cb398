package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.Situation.Opened;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A result that cannot be written is a failure of the command.
@Timeout(120)
class FullDeviceTest {
    @TempDir
    private Path folder;

    /// A device that takes nothing.
    private static final class Device extends OutputStream {
        private final String why;

        Device(String why) {
            this.why = why;
        }

        @Override
        public void write(int octet) throws IOException {
            throw new IOException(why);
        }
    }

    private static OutputStream full() {
        return new Device("No space left on device");
    }

    /// Every command that prints a result; failing ones print none without `--json`.
    static Stream<CommandCase> printing() {
        return Stream.concat(
                CommandCase.all().filter(one -> one.code() != 1 && one.code() != CommandCase.ANY),
                Stream.concat(
                        CommandCase.servers(),
                        Stream.of(
                                new CommandCase(Situation.FILES, 0, "completion"),
                                new CommandCase(Situation.FILES, 0, "help"),
                                new CommandCase(Situation.FILES, 0, "help run"),
                                new CommandCase(Situation.FILES, 0, "batch"),
                                new CommandCase(Situation.FILES, 0, "run --help"),
                                new CommandCase(Situation.FILES, 0, "--version"))));
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("printing")
    void everyCommandFailsOnAFullDevice(CommandCase one) throws Exception {
        try (Opened opened = one.situation().open(folder)) {
            Ran ran = opened.program().runInto(full(), one.arguments());

            assertThat(ran.code()).as(ran.err()).isEqualTo(1);
            assertThat(ran.err()).contains("rowan: cannot write to standard output: No space left on device");
        }
    }

    @Test
    void aRunWhoseSummaryIsLostIsOnRecordAndSaysWhere() throws Exception {
        try (Opened opened = Situation.FILES.open(folder)) {
            Ran ran = opened.program().runInto(full(), "run", "pipeline.yaml");

            assertThat(ran.err()).contains("; the run has ended and is recorded: rowan status ");
            assertThat(opened.program().run("status", "latest").out()).contains("completed");
        }
    }

    @Test
    void aFailureIsReportedAsJson() throws Exception {
        Ran ran = new Program(folder).runInto(full(), "status", "latest", "--json");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("there is no landscape", "cannot write to standard output");
    }

    /// `rowan runs | head -1`: the reader has what it wants.
    @Test
    void aClosedPipeIsNotAnError() throws Exception {
        try (Opened opened = Situation.ENDED.open(folder)) {
            Ran ran = opened.program().runInto(new Device("Broken pipe"), "runs");

            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).isEmpty();
        }
    }
}

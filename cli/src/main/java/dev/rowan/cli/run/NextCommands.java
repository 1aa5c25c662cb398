package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.cli.command.LandscapeAddress.Finding;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.story.RowStory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Commands to try after a run, ready to be copied.
final class NextCommands {
    private static final String INDENT = "  ";
    private static final long SEARCH = Duration.ofMillis(300).toNanos();

    private NextCommands() {}

    static List<String> of(EndedRun ended, Landscape landscape, Finding finding, Shell shell) {
        String program = shell.program();
        var lines = new ArrayList<String>();
        String where = switch (finding) {
            case Finding.Itself _ -> "";
            case Finding.ByOption(var address) -> " --landscape " + ShellWord.of(address);
            case Finding.BySecret _ -> {
                lines.add(INDENT + "export ROWAN_LANDSCAPE=…    # the address of the landscape, password included");
                yield "";
            }
        };
        if (ended.result().counts().rowsRead() > 0) {
            long row = interesting(ended, landscape, shell).orElse(1L);
            lines.add(INDENT + program + " explain latest --row " + row + where);
        }
        lines.add(INDENT + program + " status latest" + where);
        lines.add(INDENT + program + " runs" + where);
        return lines;
    }

    /// The first row with another end than most, as far as a short search finds one.
    private static Optional<Long> interesting(EndedRun ended, Landscape landscape, Shell shell) {
        if (ended.result().counts().outcomes().keySet().stream().allMatch(o -> o == Outcome.COMPLETED)) {
            return Optional.empty();
        }
        long until = shell.time().nanos() + SEARCH;
        try (LandscapeReader reader = landscape.reader()) {
            for (long row = 1; row <= ended.result().counts().rowsRead(); row++) {
                Optional<RowStory> story = reader.story(ended.result().runId(), row);
                if (story.isPresent()
                        && story.get().ends().stream().anyMatch(end -> end.outcome() != Outcome.COMPLETED)) {
                    return Optional.of(row);
                }
                if (shell.time().nanos() - until > 0) {
                    break;
                }
            }
        }
        return Optional.empty();
    }
}

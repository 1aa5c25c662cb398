package dev.rowan.cli.run;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress.Lookup;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.record.RunEnd;
import java.util.ArrayList;
import java.util.List;

/// Suggested commands after a run.
final class NextCommands {
    private static final String INDENT = "  ";
    private static final int HELD_SHOWN = 3;

    private NextCommands() {}

    static List<String> of(EndedRun ended, Landscape landscape, Lookup lookup, Shell shell) {
        String program = shell.program();
        var lines = new ArrayList<String>();
        if (lookup instanceof Lookup.BySecret) {
            lines.add(INDENT + "export ROWAN_LANDSCAPE=…    # the address of the landscape, password included");
        }
        String where = lookup.option();
        String run = ended.result().runId();
        ended.openJobs().stream()
                .filter(job -> job.held().isPresent())
                .limit(HELD_SHOWN)
                .forEach(job -> lines.add(INDENT + program + " batch show " + run + " " + job.number() + where
                        + "    # held: says why and what helps"));
        if (ended.result().status() == RunEnd.Status.WAITING && ended.needsDecision()) {
            lines.add(INDENT + program + " batch retry " + run + where + "    # asks once more for all that are held");
        } else if (ended.result().status() == RunEnd.Status.WAITING && ended.awaitsResubmission()) {
            lines.add(INDENT + program + " resume " + run + where + "    # submits the rows of cancelled jobs again");
        } else if (ended.result().status() == RunEnd.Status.WAITING) {
            lines.add(INDENT + program + " batch watch " + run + where + "    # stays until all is done");
            lines.add(INDENT + program + " batch poll " + run + where + "    # asks once and leaves");
        } else if (ended.result().status() != RunEnd.Status.COMPLETED) {
            lines.add(INDENT + program + " resume " + run + where);
        } else if (ended.code() == ExitCode.ROWS) {
            lines.add(INDENT + program + " retry " + run + where);
        }
        ended.failure().ifPresent(common -> lines.add(INDENT + program + " " + common.command(run) + where));
        if (ended.result().counts().rowsRead() > 0) {
            long row = SampleRow.of(ended, landscape).orElse(1L);
            lines.add(INDENT + program + " explain " + run + " --row " + row + where);
        }
        lines.add(INDENT + program + " status " + run + where);
        lines.add(INDENT + program + " runs" + where);
        return lines;
    }
}

package dev.rowan.cli.run;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.json.JsonObject;
import picocli.CommandLine.Option;

/// The output options of commands that run rows.
public final class ReportOptions {
    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only errors, no progress and no summary.")
    private boolean quiet;

    /// Prints nothing, for runs without a terminal.
    public static ReportOptions silent() {
        var options = new ReportOptions();
        options.quiet = true;
        return options;
    }

    /// Reports that there was nothing to do for a run.
    void printNothingToDo(String runId, String message, Shell shell) {
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("status", "nothing_to_do")
                            .put("exit_code", ExitCode.OK.number())
                            .put("run", runId)
                            .put("message", message)
                            .line());
        } else if (!quiet) {
            shell.out().println(message);
        }
    }

    public boolean json() {
        return json;
    }

    public boolean quiet() {
        return quiet;
    }
}

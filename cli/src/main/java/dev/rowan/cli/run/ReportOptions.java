package dev.rowan.cli.run;

import picocli.CommandLine.Option;

/// How much a command that runs rows tells.
public final class ReportOptions {
    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress and no summary, only errors.")
    private boolean quiet;

    /// Tells nothing: for work that nobody watches on a terminal.
    public static ReportOptions silent() {
        var options = new ReportOptions();
        options.quiet = true;
        return options;
    }

    public boolean json() {
        return json;
    }

    public boolean quiet() {
        return quiet;
    }
}

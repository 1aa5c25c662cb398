package dev.rowan.cli.run;

import picocli.CommandLine.Option;

/// How much a command that runs rows tells.
final class ReportOptions {
    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress and no summary, only errors.")
    private boolean quiet;

    boolean json() {
        return json;
    }

    boolean quiet() {
        return quiet;
    }
}

package dev.rowan.cli.plan;

import dev.rowan.api.plugin.Source;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.PipelinePlanner;
import dev.rowan.engine.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan preview`: shows the requests that a run would send for one row, without sending them.
@Command(
        name = "preview",
        description = "Show the exact requests that a run would send for one row. Nothing is sent.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml --row 3 --pretty"})
public final class PreviewCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--row", paramLabel = "N", description = "Row number, starting at 1. Default: 1.")
    private long row = 1;

    @Option(names = "--pretty", description = "Pretty-print request bodies.")
    private boolean pretty;

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print the plan as one JSON object.")
    private boolean json;

    public PreviewCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (row < 1) {
            throw new UsageException("--row must be at least 1, got " + row);
        }
        Shell withEnv = envFile.on(shell);
        Pipeline pipeline = PipelineLoader.load(file, withEnv);
        try (CliEnvironment environment = CliEnvironment.of(pipeline, withEnv);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            var preview = new Preview(
                    new SourceSequence(pipeline.sources()).describe(),
                    planner.plan(wanted(planner)),
                    planner.redaction(),
                    planner.simulated(),
                    planner.missing());
            if (json) {
                shell.out().println(PreviewJson.of(preview).line());
            } else {
                new PreviewText(preview, shell, pretty).lines().forEach(shell.out()::println);
            }
        }
        return 0;
    }

    private Source.Item wanted(PipelinePlanner planner) throws IOException, InterruptedException {
        Optional<Source.Item> item = planner.read();
        while (item.isPresent() && planner.rowsRead() < row) {
            item = planner.read();
        }
        return item.orElseThrow(() -> new UsageException("no row " + row + "; the source has "
                + (planner.rowsRead() == 0 ? "none" : "rows 1 to " + Figures.count(planner.rowsRead()))));
    }
}

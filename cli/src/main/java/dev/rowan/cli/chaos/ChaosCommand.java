package dev.rowan.cli.chaos;

import dev.rowan.chaos.CrashReport;
import dev.rowan.chaos.CrashTest;
import dev.rowan.chaos.CustomTrial;
import dev.rowan.chaos.Trial;
import dev.rowan.chaos.image.Folders;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan chaos`: kills runs of a pipeline at every point, resumes them, and checks the results.
@Command(
        name = "chaos",
        description = "Crash-test a pipeline: kill it at any point, resume, check for lost or duplicate work.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml --crashes 200",
            "",
            "Services are always simulated; no API key is used. Sinks and landscape are",
            "files in a temporary directory; your own are not touched."
        })
public final class ChaosCommand implements Callable<Integer> {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int DEPTH = 3;

    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--crashes", paramLabel = "N", description = "Number of crashes. Default: 100.")
    private int crashes = 100;

    @Option(names = "--rows", paramLabel = "N", description = "Number of rows to run. Default: 12.")
    private long rows = 12;

    @Option(names = "--seed", paramLabel = "S", description = "Seed for choosing the crash points. Default: 1.")
    private long seed = 1;

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print the report as one JSON object.")
    private boolean json;

    public ChaosCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        if (crashes < 1 || rows < 1) {
            throw new UsageException("--crashes and --rows must be at least 1, got " + crashes + " and " + rows);
        }
        Path folder = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "rowan-chaos-")
                : Files.createTempDirectory("rowan-chaos-");
        try {
            CrashReport report = execute(folder);
            var text = new ChaosText(report, seed, evidence(folder));
            if (json) {
                shell.out().println(text.json().line());
            } else {
                text.lines().forEach(shell.out()::println);
            }
            return report.found().isEmpty() ? ExitCode.OK.number() : ExitCode.USE.number();
        } finally {
            Folders.remove(folder.resolve("site"));
            if (Files.notExists(evidence(folder))) {
                Folders.remove(folder);
            }
        }
    }

    private CrashReport execute(Path folder) throws IOException, InterruptedException, SQLException {
        var outer = new Trial.Outer(shell.time(), new SecureRandom());
        try {
            Trial trial = CustomTrial.of(
                    shell.folder().resolve(file),
                    envFile.on(shell).environment(),
                    folder.resolve("site"),
                    rows,
                    PluginCatalog.load(),
                    outer);
            var plan = new CrashTest.Plan(
                    crashes, DEPTH, seed, Optional.empty(), evidence(folder), Optional.empty(), Set.of());
            return new CrashTest(trial, plan).run();
        } catch (CustomTrial.Refused | IllegalArgumentException refused) {
            throw new UsageException(String.valueOf(refused.getMessage()));
        }
    }

    private static Path evidence(Path folder) {
        return folder.resolve("evidence");
    }
}

package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.startup.CalibrationTarget;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A recorded run with its pipeline and landscape. `continuation` is the run that retried its failed rows, if any.
public record RecordedRun(
        RunSummary summary, Pipeline pipeline, LandscapeAddress address, Optional<RunSummary> continuation) {

    /// Finds the run `name`. Its pipeline is `file`, or else the file that it was started with.
    public static RecordedRun find(String name, Optional<Path> file, LandscapeOption landscape, Shell shell) {
        Optional<Pipeline> given = file.map(path -> PipelineLoader.load(path, shell));
        LandscapeAddress address =
                given.map(pipeline -> landscape.choose(pipeline, shell)).orElseGet(() -> landscape.choose(shell));
        try (LandscapeReader reader = address.read()) {
            RunSummary summary = reader.runs().summary(reader.runs().resolve(name));
            refuseCalibration(summary, reader, shell);
            Pipeline pipeline = given.orElseGet(() -> PipelineLoader.load(fileOf(summary, shell), shell));
            return new RecordedRun(
                    summary,
                    pipeline,
                    address,
                    reader.runs().continuations(summary.runId()).stream()
                            .findFirst()
                            .map(reader.runs()::summary));
        }
    }

    /// A run that calibrates a gate is repeated, not continued: answers that it has are taken again.
    private static void refuseCalibration(RunSummary summary, LandscapeReader reader, Shell shell) {
        Optional<String> gate =
                CalibrationTarget.of(reader.runs().declared(summary.runId())).map(CalibrationTarget::gate);
        if (gate.isPresent()) {
            throw new UsageException("run " + summary.runId() + " calibrates the gate '" + gate.get()
                    + "' and cannot be continued; calibrate again to reuse its answers:  " + shell.program()
                    + " estimate " + summary.pipelineFile().orElse("FILE") + " --calibrate " + gate.get());
        }
    }

    private static Path fileOf(RunSummary summary, Shell shell) {
        Path file = summary.pipelineFile()
                .map(Path::of)
                .orElseThrow(() -> new UsageException("run " + summary.runId()
                        + " was not started from a pipeline file; pass an equivalent one: RUN FILE"));
        if (!Files.exists(shell.folder().resolve(file))) {
            throw new UsageException("run " + summary.runId() + " was started from " + file + ", which is not found in "
                    + shell.folder().toAbsolutePath().normalize()
                    + "; change to the directory where it was started, or pass the file: " + shell.program()
                    + " resume "
                    + summary.runId() + " FILE (for `batch` commands: --pipeline FILE)");
        }
        return file;
    }
}

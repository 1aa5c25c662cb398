package dev.rowan.cli.run;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.startup.SinceRun;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/// The options `--since`, `--max-age` and `--only-changed`.
public final class SinceOption {
    private static final String LATEST = "latest";
    private static final Option<Duration> AGE = Option.duration("age");

    @CommandLine.Option(
            names = "--since",
            paramLabel = "RUN",
            description = {
                "Reuse the recorded answer of RUN for every unchanged",
                "request; send only the others. 'latest': the last",
                "completed run of this pipeline."
            })
    private Optional<String> since = Optional.empty();

    @CommandLine.Option(
            names = "--max-age",
            paramLabel = "D",
            description = "With --since: ignore answers older than D, such as 30d.")
    private Optional<String> maxAge = Optional.empty();

    @CommandLine.Option(names = "--only-changed", description = "With --since: write only rows with a new answer.")
    private boolean onlyChanged;

    boolean isGiven() {
        return since.isPresent();
    }

    /// The run that is meant, verified; empty without `--since`.
    Optional<SinceRun> find(String pipeline, LandscapeAddress address, Shell shell) {
        if (since.isEmpty()) {
            if (maxAge.isPresent()) {
                throw new UsageException("--max-age requires --since");
            }
            if (onlyChanged) {
                throw new UsageException("--only-changed requires --since");
            }
            return Optional.empty();
        }
        Optional<Instant> notBefore = maxAge.map(age -> shell.time().instant().minus(duration(age, shell)));
        String runId = resolve(since.get(), pipeline, address);
        for (String run : withRetried(runId, address)) {
            verify(run, address, shell);
        }
        return Optional.of(new SinceRun(runId, notBefore, onlyChanged));
    }

    private static List<String> withRetried(String runId, LandscapeAddress address) {
        try (LandscapeReader reader = address.read()) {
            return SinceRun.withRetried(reader, runId);
        }
    }

    private static String resolve(String word, String pipeline, LandscapeAddress address) {
        try (LandscapeReader reader = address.read()) {
            if (!word.equals(LATEST)) {
                return reader.runs().resolve(word);
            }
            return reader.runs().newest(Integer.MAX_VALUE).stream()
                    .filter(run -> run.name().equals(pipeline))
                    .filter(run -> run.status().equals(RunEnd.Status.COMPLETED.word()))
                    .map(RunSummary::runId)
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--since latest: no run of '" + SafeText.line(pipeline)
                            + "' in this landscape is completed"));
        }
    }

    /// An answer is taken on trust of the record, so that must be as it was written.
    public static void verify(String runId, LandscapeAddress address, Shell shell) {
        long started = shell.time().nanos();
        try (ChainCheck check = address.check()) {
            VerifyReport report = check.verify(runId, VerifyInputs.itself());
            if (report.verdict() instanceof Verdict.Tampered
                    || !report.findings().isEmpty()) {
                throw new UsageException(
                        "--since " + runId + ": its record was modified; see " + shell.program() + " verify " + runId);
            }
        }
        shell.err()
                .println("run " + runId + " verified in "
                        + Figures.duration(Duration.ofNanos(shell.time().nanos() - started)));
    }

    /// A duration as in settings: `30d`, `12h`.
    private static Duration duration(String text, Shell shell) {
        var problems = new Problems();
        return Section.check(ConfigNode.of(Map.of(AGE.name(), text)), Options.of(AGE), shell.folder(), problems)
                .map(section -> section.get(AGE))
                .orElseThrow(() -> new UsageException(
                        "--max-age " + problems.list().getFirst().message()));
    }
}

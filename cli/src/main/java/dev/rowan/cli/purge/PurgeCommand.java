package dev.rowan.cli.purge;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.command.ArtifactsOption;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.purge.ProviderFile.Removal;
import dev.rowan.cli.terminal.Consent;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.purge.CleanupResult;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgePlan;
import dev.rowan.landscape.purge.PurgePlan.Amount;
import dev.rowan.landscape.purge.PurgeSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `rowan purge`: deletes values; the rest still verifies.
@Command(
        name = "purge",
        description = {
            "Delete recorded values: rows, requests, replies.",
            "Hashes and counts stay, so runs still verify. Deletion cannot be undone. Batch",
            "job files with these values are deleted too, locally and at the provider;",
            "files that cannot be deleted are listed."
        },
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} --older-than 90d --dry-run"})
public final class PurgeCommand implements Callable<Integer> {
    private static final dev.rowan.api.config.Option<Duration> AGE = dev.rowan.api.config.Option.duration("age");

    private final Shell shell;
    private final Consent consent;

    @Option(names = "--run", paramLabel = "RUN", description = "A whole run, or limits --row or --source-id to it.")
    private Optional<String> run = Optional.empty();

    @Option(names = "--row", paramLabel = "N", description = "One row of --run, by number.")
    private Optional<Long> row = Optional.empty();

    @Option(
            names = "--source-id",
            paramLabel = "ID",
            description = "Rows with this source id, in all runs or in --run.")
    private Optional<String> sourceId = Optional.empty();

    @Option(
            names = "--older-than",
            paramLabel = "TIME",
            description = "All runs without activity for this long, such as 90d.")
    private Optional<String> olderThan = Optional.empty();

    @Option(
            names = "--even-incomplete",
            description = {"Include runs that are not completed; rows without", "values cannot be resumed."})
    private boolean evenIncomplete;

    @Option(
            names = "--records",
            description = {
                "Delete whole runs, with their hashes: they can no",
                "longer be verified. With --run or --older-than."
            })
    private boolean records;

    @Option(names = "--dry-run", description = "Only show what would be deleted.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Skip confirmation. Required without a terminal.")
    private boolean yes;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final ArtifactsOption artifacts = new ArtifactsOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print one JSON object; requires --yes to proceed.")
    private boolean json;

    public PurgeCommand(Shell shell, Consent consent) {
        this.shell = shell;
        this.consent = consent;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        LandscapeAddress address = landscape.choose(shell);
        try (Purge purge = Purge.open(address.url(), address.base(), shell.time())) {
            PurgeSelection selection = selection(purge);
            List<PurgePlan> plan =
                    records ? purge.planRecords(selection, evenIncomplete) : purge.plan(selection, evenIncomplete);
            refuseNamed(plan);
            return done(purge, selection, plan, address);
        }
    }

    private int done(Purge purge, PurgeSelection selection, List<PurgePlan> plan, LandscapeAddress address)
            throws IOException, InterruptedException {
        List<PurgePlan> chosen =
                plan.stream().filter(one -> one.refusal().isEmpty()).toList();
        List<PurgePlan> leftOut =
                plan.stream().filter(one -> one.refusal().isPresent()).toList();
        Amount amount = chosen.stream().map(PurgePlan::amount).reduce(Amount.NONE, Amount::plus);
        Optional<CleanupResult> cleaned = Optional.empty();
        BatchPurge batches = BatchPurge.of(chosen, address, artifacts, envFile.on(shell));
        List<Removal> removals = List.of();
        printPlan(chosen, amount, batches);
        if (!dryRun) {
            if (amount.payloads() > 0 || batches.deletes() || (records && !chosen.isEmpty())) {
                obtainConsent(amount, batches, chosen.size());
            }
            if (records) {
                purge.deleteRecords(chosen, selection, operator());
            } else {
                amount = delete(purge, selection, chosen);
            }
            removals = batches.delete();
            cleaned = Optional.of(purge.clean());
        }
        List<String> left = dryRun ? List.of() : batches.left(removals);
        if (json) {
            shell.out()
                    .println(PurgeText.json(chosen, leftOut, amount, cleaned)
                            .put(
                                    "files",
                                    batches.local().stream().map(Path::toString).toList())
                            .put(
                                    "provider_files",
                                    removals.stream().map(PurgeText::json).toList())
                            .put("not_deleted", left)
                            .line());
        } else if (!dryRun) {
            shell.out()
                    .println("deleted " + what(chosen.size()) + PurgeText.amount(amount)
                            + PurgeText.files(batches.local(), removals));
        }
        left.forEach(shell.err()::println);
        leftOut.forEach(one -> shell.err().println("skipped: " + one.refusal().orElse("")));
        boolean stillThere = cleaned.orElse(new CleanupResult.Clean()) instanceof CleanupResult.Later;
        if (cleaned.orElse(new CleanupResult.Clean()) instanceof CleanupResult.Later(String why)) {
            shell.printError(PurgeText.stillThere(why));
        }
        return (leftOut.isEmpty() && left.isEmpty() && !stillThere ? ExitCode.OK : ExitCode.USE).number();
    }

    private void printPlan(List<PurgePlan> chosen, Amount amount, BatchPurge batches) {
        if (json) {
            return;
        }
        if (amount.payloads() == 0 && (!records || chosen.isEmpty())) {
            shell.out().println(records ? "no runs to delete" : "no values to delete");
        } else {
            shell.out()
                    .println((dryRun ? "would delete " : "will delete ") + what(chosen.size())
                            + PurgeText.amount(amount) + ":");
            chosen.stream().map(PurgeText::line).forEach(shell.out()::println);
        }
        if (batches.deletes()) {
            shell.out()
                    .println((dryRun ? "would delete" : "will delete") + " the files of batch jobs and attachments:");
            batches.lines().forEach(shell.out()::println);
        }
    }

    /// `the records of 3 runs, with `
    private String what(int runs) {
        return records ? "the records of " + Figures.counted(runs, "run") + ", with " : "";
    }

    private static String operator() {
        return System.getProperty("user.name", "unknown");
    }

    private void obtainConsent(Amount amount, BatchPurge batches, int runs) {
        if (yes) {
            return;
        }
        Optional<String> answer = json
                ? Optional.empty()
                : consent.ask("Delete " + what(runs) + PurgeText.amount(amount)
                        + (batches.deletes() ? " and the files of batch jobs and attachments" : "")
                        + "? This cannot be undone. Type 'yes' to continue: ");
        if (answer.isEmpty()) {
            throw new UsageException("nothing was deleted: no terminal to confirm on; pass --yes to delete "
                    + Figures.counted(amount.payloads(), "value") + ", or --dry-run to preview");
        }
        if (!answer.get().strip().equals("yes")) {
            throw new UsageException("nothing was deleted: not confirmed with 'yes'");
        }
    }

    private static Amount delete(Purge purge, PurgeSelection selection, List<PurgePlan> chosen) {
        Amount deleted = Amount.NONE;
        for (PurgePlan planned : chosen) {
            deleted = deleted.plus(purge.delete(planned, selection, operator()));
        }
        return deleted;
    }

    private void check() {
        var given = new ArrayList<String>();
        row.ifPresent(_ -> given.add("--row"));
        sourceId.ifPresent(_ -> given.add("--source-id"));
        olderThan.ifPresent(_ -> given.add("--older-than"));
        if (given.size() > 1) {
            throw new UsageException("pass one of " + String.join(", ", given) + ", not " + given.size());
        }
        if (given.isEmpty() && run.isEmpty()) {
            throw new UsageException("choose what to delete: pass --run, --source-id or --older-than");
        }
        if (row.isPresent() && run.isEmpty()) {
            throw new UsageException("--row requires --run");
        }
        if (records && (row.isPresent() || sourceId.isPresent())) {
            throw new UsageException("--records deletes whole runs; pass --run or --older-than");
        }
        if (olderThan.isPresent() && run.isPresent()) {
            throw new UsageException("--older-than cannot be combined with --run");
        }
    }

    private PurgeSelection selection(Purge purge) {
        Optional<String> runId = run.map(purge::resolve);
        if (sourceId.isPresent()) {
            return new PurgeSelection.SourceId(sourceId.get(), runId);
        }
        if (olderThan.isPresent()) {
            return new PurgeSelection.OlderThan(shell.time().instant().minus(age(olderThan.get())));
        }
        String named = runId.orElseThrow();
        return row.<PurgeSelection>map(number -> new PurgeSelection.OneRow(named, number))
                .orElseGet(() -> new PurgeSelection.WholeRun(named));
    }

    /// A duration as in settings: `90d`, `12h`.
    private Duration age(String text) {
        var problems = new Problems();
        return Section.check(ConfigNode.of(Map.of(AGE.name(), text)), Options.of(AGE), shell.folder(), problems)
                .map(section -> section.get(AGE))
                .orElseThrow(() -> new UsageException(
                        "--older-than " + problems.list().getFirst().message()));
    }

    /// A named run that cannot be purged is an error; others are skipped and reported.
    private void refuseNamed(List<PurgePlan> plan) {
        if (run.isPresent()) {
            plan.stream().flatMap(one -> one.refusal().stream()).findFirst().ifPresent(why -> {
                throw new UsageException(why);
            });
        }
    }
}

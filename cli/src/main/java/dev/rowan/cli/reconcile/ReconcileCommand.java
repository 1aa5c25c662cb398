package dev.rowan.cli.reconcile;

import dev.rowan.api.call.Payload;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.export.LandscapeExport;
import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.reconcile.ReconciliationLog;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `rowan reconcile`: compares the ledger with a provider's usage export.
@Command(
        name = "reconcile",
        description = "Compare the ledger with a provider's usage and cost export.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} --run latest --provider anthropic --bill usage.json"})
public final class ReconcileCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "Run id, unique prefix, name, or 'latest'. Default: all runs.")
    private Optional<String> run = Optional.empty();

    @Option(names = "--provider", paramLabel = "NAME", required = true, description = "openai, anthropic or azure.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String provider;

    @Option(names = "--bill", paramLabel = "FILE", required = true, description = "The provider's export.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path bill;

    @Option(names = "--from", paramLabel = "DAY", description = "First day in UTC, such as 2026-11-01. Default: all.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--to", paramLabel = "DAY", description = "Last day in UTC. Default: all.")
    private Optional<String> to = Optional.empty();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public ReconcileCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        BillFormat format = format();
        var days = new Days(from.map(text -> day("--from", text)), to.map(text -> day("--to", text)));
        // the runs of a landscape may include some with a simulator, which no provider bills
        var ledger = new LedgerAccount(format, run.isPresent(), days);
        LandscapeAddress address = landscape.choose(shell);
        var covered = new ArrayList<RunSummary>();
        try (LandscapeExport export = LandscapeExport.open(address.url(), address.base())) {
            for (String runId : runs(export)) {
                if (ledger.add(export, runId)) {
                    covered.add(export.reader().runs().summary(runId));
                }
            }
        }
        Account theirs = read(format, ledger.account()).within(days);
        Difference.Result result = Difference.between(ledger.account(), theirs);
        if (json) {
            shell.out().println(json(result, theirs, ledger).line());
        } else {
            print(result, theirs, ledger);
        }
        try {
            record(covered, result, theirs, ledger, address);
        } catch (LandscapeException e) {
            shell.err().println("The comparison was not recorded: " + e.getMessage());
        }
        return (result.differences().isEmpty() ? ExitCode.OK : ExitCode.USE).number();
    }

    /// Adds an entry beside each run that was compared. No recorded cost is changed.
    private void record(
            List<RunSummary> covered,
            Difference.Result result,
            Account theirs,
            LedgerAccount ledger,
            LandscapeAddress address)
            throws IOException {
        if (covered.isEmpty()) {
            return;
        }
        String sha256 =
                Payload.of(Files.readAllBytes(shell.folder().resolve(bill))).sha256();
        var comparison = new Reconciliation.Comparison(
                result.equal(),
                result.differences().size(),
                sum(ledger.account()),
                theirs.costs().isEmpty() ? Optional.empty() : Optional.of(sum(theirs)),
                ledger.unknownAttempts());
        try (ReconciliationLog log = ReconciliationLog.open(address.url(), address.base())) {
            for (RunSummary one : covered) {
                log.add(
                        one.runId(),
                        new Reconciliation(
                                shell.time().instant(),
                                System.getProperty("user.name", "unknown"),
                                provider,
                                from,
                                to,
                                sha256,
                                comparison,
                                covered.size(),
                                one.events(),
                                one.root()));
            }
        }
    }

    private static BigDecimal sum(Account account) {
        return account.costs().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static LocalDate day(String option, String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException _) {
            throw new UsageException(option + " must be a day such as 2026-11-01, got " + text);
        }
    }

    private BillFormat format() {
        for (BillFormat format : BillFormat.values()) {
            if (format.word().equals(provider)) {
                return format;
            }
        }
        throw new UsageException("--provider must be openai, anthropic or azure, got " + provider);
    }

    private List<String> runs(LandscapeExport export) {
        return run.map(word -> List.of(export.reader().runs().resolve(word)))
                .orElseGet(() -> export.reader().runs().newest(Integer.MAX_VALUE).stream()
                        .map(RunSummary::runId)
                        .toList());
    }

    private Account read(BillFormat format, Account ours) {
        Path file = shell.folder().resolve(bill);
        Set<String> models =
                ours.tokens().keySet().stream().map(UsageKey::model).collect(Collectors.toSet());
        try {
            return switch (format) {
                case OPENAI -> JsonBill.read(file, true);
                case ANTHROPIC -> JsonBill.read(file, false);
                case AZURE -> MeterBill.read(file, models);
            };
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException | ArithmeticException wrong) {
            throw new UsageException(
                    "cannot read " + bill + " as an export of " + provider + ": " + wrong.getMessage());
        }
    }

    private void print(Difference.Result result, Account theirs, LedgerAccount ledger) {
        shell.out()
                .println(Figures.counted(result.equal(), "line") + " equal, "
                        + Figures.counted(result.differences().size(), "difference"));
        if (!result.differences().isEmpty()) {
            Table table =
                    Table.of(Column.left(""), Column.left("line"), Column.right("ledger"), Column.right("provider"));
            result.differences()
                    .forEach(difference -> table.row(
                            difference.verdict().word(),
                            SafeText.line(difference.line()),
                            plain(difference.ours()),
                            plain(difference.theirs())));
            shell.out().println();
            table.lines("  ", shell.screens().out()).forEach(shell.out()::println);
        }
        if (ledger.unknownAttempts() > 0) {
            shell.out()
                    .println(Figures.counted(ledger.unknownAttempts(), "attempt")
                            + " without a reply, counted at most " + Figures.dollars(ledger.unknownAtMost())
                            + ": any part of it that was billed is listed as theirs only.");
        }
        if (!theirs.unknown().isEmpty()) {
            shell.out().println("Not understood: " + SafeText.line(String.join(", ", theirs.unknown())));
        }
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static JsonObject json(Difference.Result result, Account theirs, LedgerAccount ledger) {
        return JsonObject.object()
                .put("equal", result.equal())
                .put(
                        "differences",
                        result.differences().stream()
                                .map(difference -> JsonObject.object()
                                        .put("verdict", difference.verdict().word())
                                        .put("line", difference.line())
                                        .put("ledger", difference.ours())
                                        .put("provider", difference.theirs()))
                                .toList())
                .put("unknown_attempts", ledger.unknownAttempts())
                .put("unknown_at_most_usd", ledger.unknownAtMost())
                .put("not_understood", List.copyOf(theirs.unknown()));
    }
}

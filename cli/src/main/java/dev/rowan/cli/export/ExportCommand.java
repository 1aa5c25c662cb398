package dev.rowan.cli.export;

import dev.rowan.api.Outcome;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.OutFile;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.export.ExportColumn;
import dev.rowan.landscape.export.ExportRequest;
import dev.rowan.landscape.export.LandscapeExport;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.table.CsvTable;
import dev.rowan.web.table.TableEncoding;
import dev.rowan.web.table.TableFormat;
import dev.rowan.web.table.TableValueException;
import dev.rowan.web.table.TableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan export`: exports a run's record as a table.
@Command(
        name = "export",
        description = "Export runs, rows, calls or costs as JSONL, CSV, JSON or Parquet.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} latest --what calls --out calls.parquet"})
public final class ExportCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "Run id, unique prefix of an id, run name, or 'latest'.")
    private Optional<String> run = Optional.empty();

    @Option(names = "--all", description = "Export all runs, oldest first.")
    private boolean all;

    @Option(
            names = "--what",
            paramLabel = "TABLE",
            description = "${COMPLETION-CANDIDATES}. Default: rows.",
            converter = ExportChoices.Table.class,
            completionCandidates = ExportChoices.Tables.class)
    private ExportedTable what = ExportedTable.ROWS;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = {"${COMPLETION-CANDIDATES}. Default: by file", "extension; jsonl for standard output."},
            converter = ExportChoices.Format.class,
            completionCandidates = ExportChoices.Formats.class)
    private Optional<TableFormat> format = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Output file, compressed if it ends with .gz. Default: '-'.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--overwrite", description = "Overwrite an existing file.")
    private boolean overwrite;

    @Option(
            names = "--outcome",
            paramLabel = "OUTCOME",
            split = ",",
            description = "Only rows with these outcomes, such as failed,blocked.")
    private List<String> outcomes = List.of();

    @Option(names = "--reason", paramLabel = "CODE", split = ",", description = "Only rows with this reason code.")
    private List<String> reasons = List.of();

    @Option(names = "--bodies", description = "With --what calls: add requests and replies, without secrets.")
    private boolean bodies;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(
            names = "--json",
            description = {"With --out: print a JSON summary. On standard output,", "the format must be jsonl."})
    private boolean json;

    public ExportCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        check();
        Optional<Path> file = OutFile.of(out, shell);
        TableEncoding chosen = ExportEncoding.choose(format, file);
        if (json && file.isEmpty() && chosen.format() != TableFormat.JSONL) {
            throw new UsageException("--json on standard output requires --format jsonl, got " + chosen.format()
                    + "; pass --out FILE, or omit --json");
        }
        ExportRequest request = request();
        LandscapeAddress address = landscape.choose(shell);
        try (LandscapeExport export = LandscapeExport.open(address.url(), address.base());
                ExportTarget target = file.isPresent()
                        ? ExportTarget.file(file.get(), overwrite)
                        : ExportTarget.standardOutput(shell)) {
            List<String> runs = runs(export);
            var counted = new CountedSink(writer(chosen, request.columns(), target.out(), file.isEmpty()));
            try (counted) {
                for (String runId : runs) {
                    export.write(request, runId, counted);
                }
            } catch (TableValueException unfit) {
                throw new UsageException(String.valueOf(unfit.getMessage()));
            }
            target.complete();
            if (file.isPresent()) {
                print(file.get(), chosen, counted.count());
            }
        }
        return 0;
    }

    /// On a terminal, control characters are removed from csv; in JSON they are escaped.
    private TableWriter writer(
            TableEncoding encoding, List<ExportColumn> columns, OutputStream out, boolean toStandardOutput)
            throws IOException {
        boolean shown = toStandardOutput && shell.screens().out().live();
        return shown && encoding.format() == TableFormat.CSV
                ? new CsvTable(columns, out, SafeText::line)
                : encoding.open(columns, out);
    }

    private void print(Path file, TableEncoding chosen, long records) {
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("file", file.toString())
                            .put("format", chosen.format().toString())
                            .put("table", what.toString())
                            .put("records", records)
                            .line());
        } else {
            String shown = out.map(Path::toString).orElse("");
            shell.out().println(SafeText.line(Figures.counted(records, what.thing()) + " to " + shown));
        }
    }

    private void check() {
        if (run.isPresent() == all) {
            throw new UsageException(
                    all ? "pass a run or --all, not both" : "no run given; pass a run, such as 'latest', or --all");
        }
        if (what != ExportedTable.ROWS && !(outcomes.isEmpty() && reasons.isEmpty())) {
            throw new UsageException("--outcome and --reason require --what rows, got " + what);
        }
        if (bodies && what != ExportedTable.CALLS) {
            throw new UsageException("--bodies requires --what calls, got " + what);
        }
        Set<String> known = Stream.of(Outcome.values()).map(Outcome::word).collect(Collectors.toSet());
        outcomes.stream().filter(word -> !known.contains(word)).findFirst().ifPresent(word -> {
            throw new UsageException("--outcome must be one of "
                    + Stream.of(Outcome.values()).map(Outcome::word).collect(Collectors.joining(", ")) + ", got '"
                    + word + "'");
        });
    }

    private ExportRequest request() {
        return switch (what) {
            case RUNS -> new ExportRequest.Runs();
            case ROWS -> new ExportRequest.Rows(Set.copyOf(outcomes), Set.copyOf(reasons));
            case CALLS -> new ExportRequest.Calls(bodies);
            case COSTS -> new ExportRequest.Costs();
        };
    }

    private List<String> runs(LandscapeExport export) {
        return run.map(word -> List.of(export.reader().runs().resolve(word)))
                .orElseGet(() -> export.reader().runs().newest(Integer.MAX_VALUE).reversed().stream()
                        .map(RunSummary::runId)
                        .toList());
    }
}

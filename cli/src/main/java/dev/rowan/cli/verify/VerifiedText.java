package dev.rowan.cli.verify;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.cli.verify.Verified.HeadRead;
import dev.rowan.cli.verify.Verified.SinkRead;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.SinkFile;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What was checked and what was not, for people.
final class VerifiedText {
    private static final int WIDEST = 80;
    private static final int LABEL = 11;
    private static final int SHOWN = 10;
    private static final String INDENT = "  ";

    private final Verified verified;
    private final VerifyReport report;
    private final Shell shell;
    private final AnsiStyle paint;
    private final List<String> lines = new ArrayList<>();

    VerifiedText(Verified verified, Shell shell) {
        this.verified = verified;
        this.report = verified.report();
        this.shell = shell;
        this.paint = shell.screens().out().paint();
    }

    List<String> lines() {
        lines.add(paint.bold("Run " + verified.runId()) + ": " + headline());
        lines.add("");
        record();
        rules();
        verified.heads().forEach(this::head);
        signatures();
        verified.sinks().forEach(this::sink);
        lines.add("");
        prose(shows());
        if (verified.code() != ExitCode.OK) {
            lines.add("");
            prose("Exit code " + verified.code().number() + ": "
                    + verified.code().meaning());
        }
        return lines;
    }

    private String headline() {
        return switch (verified.code()) {
            case TAMPERED -> paint.red("NOT as it was written");
            case INCOMPLETE -> paint.yellow("as it was written so far; the run is not complete");
            case NOT_ANCHORED -> paint.yellow("as it was written, by its own record alone");
            default -> paint.green("as it was written");
        };
    }

    private void record() {
        switch (report.verdict()) {
            case Verdict.Tampered(long seq, String what) -> {
                item("record", "event " + seq + " is the first that is wrong: " + what);
                item("", "nothing behind it was checked, neither rules nor sinks");
            }
            case Verdict.Intact(long events, long gone, boolean _, var head) -> {
                item(
                        "record",
                        Figures.counted(events, "event") + ": every hash, link and "
                                + Figures.counted(report.seals().heads(), "head") + " recomputed");
                item("root", head.root());
                if (gone > 0) {
                    item(
                            "",
                            "the values of " + Figures.counted(gone, "event")
                                    + " were deleted; that they were there is still on record");
                }
                item(
                        "run",
                        report.progress().status().orElse("no end on record") + ", "
                                + Figures.counted(report.progress().rowsRead(), "row") + " read, "
                                + Figures.count(report.progress().rowsEnded()) + " ended"
                                + (report.progress().epoch() > 1
                                        ? ", taken over "
                                                + Figures.counted(
                                                        report.progress().epoch() - 1L, "time")
                                        : ""));
            }
        }
    }

    private void rules() {
        if (!(report.verdict() instanceof Verdict.Intact)) {
            return;
        }
        if (report.allFindings() == 0) {
            item("rules", "order, outcomes, attempts, costs, safety checks and epochs agree");
            return;
        }
        item(
                "rules",
                Figures.counted(report.allFindings(), "contradiction")
                        + ": a defect of Rowan, or the record was rebuilt");
        for (Finding finding :
                report.findings().subList(0, Math.min(SHOWN, report.findings().size()))) {
            item("", finding.invariant() + ", event " + finding.seq() + ": " + finding.words());
        }
        if (report.allFindings() > SHOWN) {
            item("", "and " + Figures.count(report.allFindings() - SHOWN) + " more: --json lists them");
        }
    }

    private void head(HeadRead head) {
        item(
                "head file",
                switch (head.read()) {
                    case HeadFiles.Read.Bad(String what) -> shown(head.file()) + ": " + what;
                    case HeadFiles.Read.Good(var kept) ->
                        shown(head.file()) + " seals " + Figures.counted(kept.size(), "event")
                                + (report.verdict() instanceof Verdict.Intact ? ", the same as here" : "");
                });
    }

    private void signatures() {
        if (verified.key().isPresent() && report.verdict() instanceof Verdict.Intact) {
            item(
                    "signature",
                    Figures.count(report.seals().signed()) + " of "
                            + Figures.counted(report.seals().heads(), "head") + " signed by key "
                            + verified.key().get().id() + ", the last one among them");
        }
    }

    private void sink(SinkRead sink) {
        String name = SafeText.line(sink.sink().name());
        if (sink.result().isEmpty()) {
            item("sink", name + ": not checked, it is no file here; give one with --sink " + name + "=FILE");
            return;
        }
        String file = sink.file().map(this::shown).orElse("");
        switch (sink.result().get()) {
            case SinkFile.Result.Changed(long from, long to, String what) ->
                item("sink", name + ": " + file + ", bytes " + from + " to " + to + ": " + what);
            case SinkFile.Result.Same(var mark, long after) ->
                item(
                        "sink",
                        name + ": " + Figures.counted(mark.rows(), "row") + ", bytes " + mark.start() + " to "
                                + mark.end() + " of " + file + " are those that were written"
                                + (after > 0 ? "; " + Figures.bytes(after) + " behind them are not this run's" : ""));
        }
    }

    /// What this check can show and what it cannot.
    private String shows() {
        String chain = "A chain alone shows edits, drops, swaps and splices. ";
        String cut = "It does not show a tail cut off with its heads, nor a record written anew";
        if (verified.anchored()) {
            return chain + "The head file shows a cut tail and a rebuild too, as far as nobody could change it: keep a"
                    + " copy where the run's machine cannot write"
                    + (verified.key().isPresent()
                            ? ". The signature shows a rebuild by anyone without the key."
                            : "; signed heads (rowan keygen) show a rebuild without the key.");
        }
        return chain + cut + (verified.key().isPresent() ? " by the key's holder" : "")
                + ": for that give a head that was kept elsewhere, with --head.";
    }

    private void item(String label, String words) {
        String indent = INDENT + " ".repeat(LABEL);
        List<String> wrapped = Wrap.lines(SafeText.line(words), indent, width());
        lines.add(INDENT
                + paint.dim(label)
                + " ".repeat(LABEL - label.length())
                + wrapped.getFirst().strip());
        lines.addAll(wrapped.subList(1, wrapped.size()));
    }

    private void prose(String words) {
        lines.addAll(Wrap.lines(shell.withCommands(words), "", width()));
    }

    private int width() {
        return Math.min(WIDEST, shell.screens().out().width());
    }

    /// A path as a person in this folder would type it.
    private String shown(Path file) {
        Path here = shell.folder().toAbsolutePath().normalize();
        Path absolute = file.toAbsolutePath().normalize();
        return (absolute.startsWith(here) ? here.relativize(absolute) : absolute).toString();
    }
}

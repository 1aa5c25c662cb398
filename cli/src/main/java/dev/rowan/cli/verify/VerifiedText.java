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

/// The result of verifying a run as text.
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
        prose(coverage());
        if (verified.code() != ExitCode.OK) {
            lines.add("");
            prose("Exit code " + verified.code().number() + ": "
                    + verified.code().meaning());
        }
        return lines;
    }

    private String headline() {
        return switch (verified.code()) {
            case TAMPERED -> paint.red("VERIFICATION FAILED");
            case INCOMPLETE -> paint.yellow("intact so far; the run is not completed");
            case NOT_ANCHORED -> paint.yellow("intact by its own record only");
            default -> paint.green("intact");
        };
    }

    private void record() {
        switch (report.verdict()) {
            case Verdict.Tampered(long seq, String what) -> {
                item("record", "first invalid event is " + seq + ": " + what);
                item("", "later events, rules and sinks were not checked");
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
                                    + " were deleted; their hashes are still recorded");
                }
                item(
                        "run",
                        report.progress().status().orElse("no end recorded") + ", "
                                + Figures.counted(report.progress().rowsRead(), "row") + " read, " + derived()
                                + Figures.count(report.progress().rowsEnded()) + " ended"
                                + (report.progress().epoch() > 1
                                        ? ", resumed "
                                                + Figures.counted(
                                                        report.progress().epoch() - 1L, "time")
                                        : ""));
            }
        }
    }

    private String derived() {
        long rows = report.progress().rowsDerived();
        return rows == 0 ? "" : Figures.count(rows) + " derived, ";
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
                        + ": a bug in Rowan, or the record was rewritten");
        for (Finding finding :
                report.findings().subList(0, Math.min(SHOWN, report.findings().size()))) {
            item("", finding.invariant() + ", event " + finding.seq() + ": " + finding.message());
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
                                + (report.verdict() instanceof Verdict.Intact ? ", matches the record" : "");
                });
    }

    private void signatures() {
        if (verified.key().isPresent() && report.verdict() instanceof Verdict.Intact) {
            item(
                    "signature",
                    Figures.count(report.seals().signed()) + " of "
                            + Figures.counted(report.seals().heads(), "head") + " signed by key "
                            + verified.key().get().id() + ", including the last");
        }
    }

    private void sink(SinkRead sink) {
        String name = SafeText.line(sink.sink().name());
        if (sink.result().isEmpty()) {
            item("sink", name + ": not checked, no local file; pass one with --sink " + name + "=FILE");
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
                                + mark.end() + " of " + file + " are unmodified"
                                + (after > 0 ? "; " + Figures.bytes(after) + " after them " + others() : ""));
        }
    }

    /// What bytes behind the run's own are.
    private String others() {
        return report.progress().complete()
                ? "belong to other runs"
                : "are not recorded: rows that a resume writes again, or other runs";
    }

    /// What this verification can and cannot detect.
    private String coverage() {
        String chain = "The hash chain detects edits, drops, swaps and splices. ";
        String cut = "It does not detect a truncated tail, or a record rewritten from scratch";
        if (verified.anchored()) {
            return chain
                    + "The head file detects a truncated tail and a rewritten record too, if nobody could modify it: keep a"
                    + " copy where the run's machine cannot write"
                    + (verified.key().isPresent()
                            ? ". The signature detects a rewrite by anyone without the key."
                            : "; signed heads (rowan keygen) detect a rewrite without the key.");
        }
        return chain + cut + (verified.key().isPresent() ? " by the key's holder" : "")
                + ": for that, pass a head kept elsewhere with --head.";
    }

    private void item(String label, String text) {
        String indent = INDENT + " ".repeat(LABEL);
        List<String> wrapped = Wrap.lines(SafeText.line(text), indent, width());
        lines.add(INDENT
                + paint.dim(label)
                + " ".repeat(LABEL - label.length())
                + wrapped.getFirst().strip());
        lines.addAll(wrapped.subList(1, wrapped.size()));
    }

    private void prose(String text) {
        lines.addAll(Wrap.lines(shell.withCommands(text), "", width()));
    }

    private int width() {
        return Math.min(WIDEST, shell.screens().out().width());
    }

    /// A path relative to the current directory, if it is inside.
    private String shown(Path file) {
        Path here = shell.folder().toAbsolutePath().normalize();
        Path absolute = file.toAbsolutePath().normalize();
        return (absolute.startsWith(here) ? here.relativize(absolute) : absolute).toString();
    }
}

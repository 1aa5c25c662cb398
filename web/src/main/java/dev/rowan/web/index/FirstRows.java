package dev.rowan.web.index;

import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.RowScan.Position;
import dev.rowan.landscape.RowScan.Reached;
import dev.rowan.landscape.history.RunSummary;
import java.util.OptionalLong;

/// The first page of a running run, read from the landscape without the index.
public final class FirstRows {
    private FirstRows() {}

    /// Whether the query is for that page.
    public static boolean answer(RunSummary run, PageQuery question) {
        return run.status().equals(RunSummary.RUNNING)
                && question.filter().isAll()
                && question.sort() == PageQuery.Sort.ROW
                && !question.falling()
                && question.from() instanceof PageQuery.From.First;
    }

    /// The page. Its counts are those of `run`; a split row in flight counts once.
    public static TokenPage ask(RowScan scan, RunSummary run, PageQuery question) {
        var batch = new ScanBatch();
        scan.rows(run.runId(), Long.MIN_VALUE, question.limit(), batch);
        var index = new RowIndex();
        index.fold(batch, new Reached(Position.START, Position.START.event()));
        TokenPage page = index.ask(question);
        long tokens = Math.max(tokens(run), page.matched());
        return new TokenPage(
                page.lines(),
                tokens,
                run.calls().costs(),
                0,
                new TokenPage.Progress(run.events(), run.events(), tokens, 0, OptionalLong.empty()));
    }

    private static long tokens(RunSummary run) {
        long ended = run.outcomes().values().stream().mapToLong(Long::longValue).sum();
        return ended + run.rowsOpen();
    }
}

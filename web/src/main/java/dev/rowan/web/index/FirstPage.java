package dev.rowan.web.index;

import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.RowScan.Position;
import dev.rowan.landscape.RowScan.Reached;
import dev.rowan.landscape.history.RunSummary;
import java.util.OptionalLong;

/// The first page of a running run, read from the landscape without the index.
public final class FirstPage {
    private FirstPage() {}

    /// Whether the query is for that page.
    public static boolean isQueriedBy(RunSummary run, PageQuery query) {
        return run.status().equals(RunSummary.RUNNING)
                && query.filter().isAll()
                && query.sort() == PageQuery.Sort.ROW
                && !query.falling()
                && query.from() instanceof PageQuery.From.First;
    }

    /// The page. Its counts are those of `run`; a split row in flight counts once.
    public static TokenPage read(RowScan scan, RunSummary run, PageQuery query) {
        var batch = new ScanBatch();
        scan.rows(run.runId(), Long.MIN_VALUE, query.limit(), batch);
        var index = new RowIndex();
        index.fold(batch, new Reached(Position.START, 0));
        TokenPage page = index.ask(query);
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

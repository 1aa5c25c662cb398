package dev.rowan.web.rows;

import dev.rowan.api.CallScope;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.SearchTerm;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.index.RowFilter;
import dev.rowan.web.index.RowIndex;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Searches values for a text; hits are streamed. The number of concurrent searches is limited.
final class RowsSearch implements AutoCloseable {
    static final int MAX_HITS = 1_000;
    static final int FIRST = 100;
    private static final int AT_ONCE = 3;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    private final Supplier<RowScan> open;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final CallScope scope = CallScope.openPlatform("web-search");

    RowsSearch(Supplier<RowScan> open) {
        this.open = open;
    }

    /// The search term and its filter.
    record Asked(RunView view, SearchTerm term, Optional<Within> within) {}

    /// The rows with a token that fits a filter.
    record Within(RowIndex index, RowFilter filter) {}

    /// The first hits, and whether there may be more.
    record First(List<SearchHit> hits, boolean more) {}

    /// Lines of JSON: `hit`, `progress` and at last `end`.
    WebReply stream(Asked asked) {
        return new WebReply.Stream("application/x-ndjson", Map.of(), out -> {
            enter();
            try {
                write(asked, out);
            } finally {
                places.release();
            }
        });
    }

    private void enter() {
        if (!places.tryAcquire()) {
            throw new WebRequestException(429, AT_ONCE + " searches are running, the maximum: stop one, or wait");
        }
    }

    private void write(Asked asked, OutputStream out) throws IOException, InterruptedException {
        try (var task = SearchTask.start(asked, open, scope)) {
            int hits = 0;
            boolean over = false;
            while (!over) {
                List<SearchHit> found = task.next(POLL_INTERVAL);
                for (SearchHit hit : found.subList(0, Math.min(found.size(), MAX_HITS - hits))) {
                    line(out, "hit", hit.json(asked.view()));
                }
                hits = Math.min(MAX_HITS, hits + found.size());
                over = hits == MAX_HITS || task.isOver();
                line(out, "progress", progress(task.share(), hits));
                out.flush();
            }
            var end = progress(task.share(), hits);
            end.put("why", hits == MAX_HITS ? "most_hits" : task.failure().isPresent() ? "failed" : "complete");
            end.put("error", task.failure());
            line(out, "end", end);
            out.flush();
        }
    }

    private static JsonObject progress(double share, int hits) {
        var progress = JsonObject.object();
        progress.put("share", share);
        progress.put("hits", hits);
        return progress;
    }

    private static void line(OutputStream out, String name, JsonObject value) throws IOException {
        var line = JsonObject.object();
        line.put(name, value);
        out.write(JsonObject.bytes(line));
        out.write('\n');
    }

    /// The first hits, in row order, for a page without script.
    First first(Asked asked) throws InterruptedException {
        enter();
        var hits = new ArrayList<SearchHit>();
        try (var task = SearchTask.start(asked, open, scope)) {
            while (hits.size() < FIRST && !task.isOver()) {
                hits.addAll(task.next(POLL_INTERVAL));
            }
            task.failure().ifPresent(message -> {
                throw new WebRequestException(500, message);
            });
            boolean more = hits.size() > FIRST || !task.isOver();
            List<SearchHit> first = hits.subList(0, Math.min(FIRST, hits.size()));
            return new First(first.stream().sorted(SearchHit.BY_ROW).toList(), more);
        } finally {
            places.release();
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}

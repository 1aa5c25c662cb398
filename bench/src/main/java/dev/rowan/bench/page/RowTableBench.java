package dev.rowan.bench.page;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Latency of the row table at 1,000,000 rows, over HTTP, with every filter, order and combination, and the time to
/// the first hit of a search.
///
/// `./rowan bench row_table [ROWS [TIMES [PART]]]` makes the run once (see [RowTableRun]) and serves it in
/// this JVM.
public final class RowTableBench {
    private static final String ROWS = "/api/runs/" + RowTableRun.ID + "/rows";
    private static final String PAGE = "/runs/" + RowTableRun.ID + "/rows";
    private static final String SEARCH = "/api/runs/" + RowTableRun.ID + "/search?q=";
    private static final int FIRST_BAR = 200;
    private static final int DEEP_BAR = 300;
    private static final int SEARCH_BAR = 1_000;
    /// Retries of a rejected search, and the delay between them.
    private static final int PATIENCE = 200;

    private static final Duration GLANCE = Duration.ofMillis(50);

    private final Time time = new SystemTime();
    private final PrintStream out;
    private final long rows;
    private final int times;

    private RowTableBench(PrintStream out, long rows, int times) {
        this.out = out;
        this.rows = rows;
        this.times = times;
    }

    public static void run(String... args) throws Exception {
        String rows = args.length > 0 ? args[0] : "1000000";
        String times = args.length > 1 ? args[1] : "20";
        String part = args.length > 2 ? args[2] : "all";
        ChildJvm.run(List.of("-Xmx512m"), List.of("row_table_inside", rows, times, part));
    }

    public static void inside(String... args) throws Exception {
        new RowTableBench(System.out, Long.parseLong(args[0]), Integer.parseInt(args[1])).measure(args[2]);
    }

    /// `part` is tables, search or all.
    private void measure(String part) throws Exception {
        long began = time.nanos();
        Path file = new RowTableRun(time, rows).file();
        out.printf("%,d rows in %s (%.0f s)%n", rows, file, seconds(began));
        if (!part.equals("search")) {
            cold(file);
        }
        try (Website site = serve(file);
                var page = new PageClient(site.address(), PageClient.TOKEN, HttpClient.newHttpClient())) {
            ready(page);
            if (!part.equals("search")) {
                tables(page);
            }
            if (!part.equals("tables")) {
                search(page);
            }
        }
    }

    private Website serve(Path file) throws IOException {
        return Website.start(
                WebAccess.onLoopback(0, PageClient.TOKEN),
                new LandscapeLocation("sqlite:" + file, Path.of(""), UnaryOperator.identity()),
                time);
    }

    private double seconds(long since) {
        return (time.nanos() - since) / 1e9;
    }

    /// A cold server: the first page, and the time until all rows are in memory.
    private void cold(Path file) throws Exception {
        var first = new ArrayList<Double>();
        var whole = new ArrayList<Double>();
        for (int i = 0; i < 5; i++) {
            try (Website site = serve(file);
                    var page = new PageClient(site.address(), PageClient.TOKEN, HttpClient.newHttpClient())) {
                page.get("/healthz");
                long began = time.nanos();
                page.get(PAGE);
                first.add(1_000 * seconds(began));
                ready(page);
                whole.add(1_000 * seconds(began));
            }
        }
        tell("cold: first page", first, FIRST_BAR);
        tell("cold: all rows in memory", whole, Integer.MAX_VALUE);
    }

    private void ready(PageClient page) throws IOException, InterruptedException {
        Map<String, ?> state = page.json(ROWS + "?limit=1");
        while (!Boolean.TRUE.equals(state.get("complete"))) {
            time.sleep(Duration.ofMillis(20));
            state = page.json(ROWS + "?limit=1");
        }
        out.printf("index: %s tokens, %s bytes%n", state.get("tokens"), state.get("index_bytes"));
    }

    private void tables(PageClient page) throws IOException, InterruptedException {
        var filters = new LinkedHashMap<String, String>();
        filters.put("all", "");
        filters.put("outcome", "outcome=failed");
        filters.put("reason", "reason=rate_limited");
        filters.put("transform", "node=ask");
        filters.put("sink", "sink=output");
        filters.put("cost", "cost_min=0.0005&cost_max=0.003");
        filters.put("latency", "latency_min=0.5&latency_max=2.5");
        filters.put("rows", "row_min=100&row_max=" + (rows - 100));
        filters.put(
                "all of them",
                "outcome=failed,indeterminate&reason=reply_lost&node=ask&sink=failed&cost_max=0.004"
                        + "&latency_min=0.2&row_min=10&row_max=" + (rows - 10));
        for (var filter : filters.entrySet()) {
            for (String order : List.of("row", "cost", "latency")) {
                String query =
                        "?limit=100&sort=" + order + (filter.getValue().isEmpty() ? "" : "&" + filter.getValue());
                String name = filter.getKey() + " by " + order;
                timed(page, name + ", first page", PAGE + query, FIRST_BAR);
                timed(page, name + ", deep page", PAGE + query + "&" + deep(page, query, order), DEEP_BAR);
                timed(page, name + ", last page", PAGE + query + "&last=1", DEEP_BAR);
            }
        }
    }

    /// The cursor at nine tenths in row order; in other orders, that of the page before the last.
    private String deep(PageClient page, String query, String order) throws IOException, InterruptedException {
        if (order.equals("row")) {
            return "after=0." + rows * 9 / 10 + ".0";
        }
        Object before = page.json(ROWS + query + "&last=1").get("before");
        return before == null ? "last=1" : "before=" + before;
    }

    private void timed(PageClient page, String name, String path, int bar) throws IOException, InterruptedException {
        var took = new ArrayList<Double>();
        page.get(path);
        for (int i = 0; i < times; i++) {
            long began = time.nanos();
            page.get(path);
            took.add(1_000 * seconds(began));
        }
        tell(name, took, bar);
    }

    private void search(PageClient page) throws IOException, InterruptedException {
        for (String needle : List.of("needle-10", "needle-50", "needle-99", "word12", "nowhere-to-be-found")) {
            var first = new ArrayList<Double>();
            for (int i = 0; i < times; i++) {
                first.add(firstHit(page, needle));
            }
            boolean absent = needle.startsWith("nowhere");
            tell(
                    "search " + needle + (absent ? ", to its end" : ", first hit"),
                    first,
                    absent ? Integer.MAX_VALUE : SEARCH_BAR);
        }
        var cancelled = new ArrayList<Double>();
        for (int i = 0; i < times; i++) {
            cancelled.add(cancel(page));
        }
        tell("search hung up on, until another three may start", cancelled, SEARCH_BAR);
    }

    /// The time until the first hit, or the end if there is none. A disconnected search holds its slot for a moment:
    /// a search that is rejected for that is retried, and its time restarts.
    private double firstHit(PageClient page, String needle) throws IOException, InterruptedException {
        for (int i = 0; i < PATIENCE; i++) {
            long began = time.nanos();
            try (var lines = lines(page, needle)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("{\"hit\"") || line.startsWith("{\"end\"")) {
                        return 1_000 * seconds(began);
                    }
                }
            }
            time.sleep(GLANCE);
        }
        throw new IllegalStateException("no search for " + needle + " came to a hit or an end");
    }

    private static BufferedReader lines(PageClient page, String needle) throws IOException, InterruptedException {
        return new BufferedReader(new InputStreamReader(page.open(SEARCH + needle), StandardCharsets.UTF_8));
    }

    /// At most three searches run at once; after they are disconnected, three others must get a slot.
    private double cancel(PageClient page) throws IOException, InterruptedException {
        var open = new ArrayList<BufferedReader>();
        for (int i = 0; i < 3; i++) {
            BufferedReader lines = lines(page, "nowhere-to-be-found");
            open.add(lines);
            lines.readLine();
        }
        long began = time.nanos();
        for (BufferedReader lines : open) {
            lines.close();
        }
        for (int served = 0; served < 3; ) {
            try (var lines = lines(page, "needle-10")) {
                String line = lines.readLine();
                served += line != null && !line.contains("error") ? 1 : 0;
            }
        }
        return 1_000 * seconds(began);
    }

    private void tell(String name, List<Double> millis, int bar) {
        List<Double> sorted = millis.stream().sorted().toList();
        double median = sorted.get(sorted.size() / 2);
        out.printf(
                "%-60s median %7.1f ms, worst %7.1f ms%s%n",
                name,
                median,
                sorted.getLast(),
                bar == Integer.MAX_VALUE
                        ? ""
                        : ", bar " + bar + (sorted.getLast() <= bar ? "" : median <= bar ? " WORST OVER" : " MISSED"));
    }
}

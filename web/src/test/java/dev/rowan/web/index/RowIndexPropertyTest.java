package dev.rowan.web.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.web.index.PageQuery.From;
import dev.rowan.web.index.PageQuery.Sort;
import dev.rowan.web.index.RowFilter.Range;
import dev.rowan.web.rows.RandomRun;
import dev.rowan.web.rows.RandomRun.Token;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random runs in a real database, compared with their index.
class RowIndexPropertyTest {
    private static final int ROWS = 400;
    private static final int SPAN = 97;

    private final long seed = new SecureRandom().nextInt(1_000_000);
    private final RandomRun run = new RandomRun(seed, ROWS);
    private final Random random = new Random(seed);

    @TempDir
    Path folder;

    private String url;

    @BeforeEach
    void recorded() throws InterruptedException {
        System.out.println("RowIndexPropertyTest: seed " + seed);
        url = "sqlite:" + folder.resolve("rowan.db");
        try (Landscape landscape = Landscapes.open(url, folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(RandomRun.start("a"))) {
            run.record(recorder);
        }
    }

    /// Reads the run; the batch numbered `left`, if any, is lost.
    private RowIndex folded(int left) {
        var index = new RowIndex();
        var batch = new ScanBatch();
        try (RowScan scan = Landscapes.rowScan(url, folder)) {
            RowScan.Reached reached = index.reached();
            for (int i = 0; i == 0 || !reached.isCaughtUp(); i++) {
                batch.clear();
                reached = scan.scan("a", reached.position(), SPAN, batch);
                if (i == left) {
                    batch.clear();
                }
                index.fold(batch, reached);
            }
        }
        return index;
    }

    private static PageQuery all(RowFilter filter) {
        return new PageQuery(filter, Sort.ROW, false, new From.First(), 10_000);
    }

    private static Token token(TokenPage.Line line) {
        return new Token(
                line.row(),
                line.part(),
                line.ending()
                        .map(RowScan.Ending::outcome)
                        .orElse(line.awaits() ? RowFilter.AWAITING : RowFilter.IN_FLIGHT),
                line.ending().map(RowScan.Ending::node).orElse(OptionalInt.empty()),
                line.ending().flatMap(RowScan.Ending::reason),
                line.ending().flatMap(RowScan.Ending::sink),
                line.cost().counted().pico(),
                line.latency(),
                line.attempts());
    }

    @Test
    void hasEveryRecordedToken() {
        TokenPage found = folded(-1).ask(all(RowFilter.ALL));

        assertThat(found.lines().stream().map(RowIndexPropertyTest::token))
                .as("seed %d", seed)
                .isEqualTo(run.tokens());
        assertThat(found.progress().isWhole()).isTrue();
    }

    @Test
    void matchesTheCountsOfTheDatabase() throws SQLException {
        assertThat(counts(folded(-1))).as("seed %d", seed).isEqualTo(grouped());
    }

    @Test
    void aLostBatchChangesTheTotals() throws SQLException {
        int last = run.entries().size() / SPAN - 1;
        assertThat(counts(folded(last))).as("seed %d", seed).isNotEqualTo(grouped());
    }

    private static Map<String, Long> counts(RowIndex index) {
        var counts = new TreeMap<String, Long>();
        index.ways().ended().forEach(way -> counts.merge(way.ending().outcome(), way.count(), Long::sum));
        counts.put("cost", index.ask(all(RowFilter.ALL)).cost().counted().pico());
        return counts;
    }

    private Map<String, Long> grouped() throws SQLException {
        var counts = new TreeMap<String, Long>();
        try (Connection database = DriverManager.getConnection("jdbc:" + url);
                var statement = database.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT outcome, count(*) FROM outcome GROUP BY outcome")) {
                while (row.next()) {
                    counts.put(row.getString(1), row.getLong(2));
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT sum(cost_pico_usd) FROM call_end")) {
                row.next();
                counts.put("cost", row.getLong(1));
            }
        }
        return counts;
    }

    @Test
    void findsWhatAFullScanFindsWithAnyFilters() {
        RowIndex index = folded(-1);
        for (int i = 0; i < 300; i++) {
            RowFilter filter = filter();
            List<Token> expected = run.tokens().stream().filter(meant(filter)).toList();
            TokenPage found = index.ask(all(filter));

            assertThat(found.lines().stream().map(RowIndexPropertyTest::token))
                    .as("seed %d, %s", seed, filter)
                    .isEqualTo(expected);
            assertThat(found.matched()).isEqualTo(expected.size());
            assertThat(found.cost().counted().pico())
                    .isEqualTo(expected.stream().mapToLong(Token::cost).sum());
        }
    }

    @Test
    void pagesVisitEveryTokenOnceInOrderBothWays() {
        RowIndex index = folded(-1);
        for (int i = 0; i < 60; i++) {
            RowFilter filter = i % 3 == 0 ? RowFilter.ALL : filter();
            Sort sort = List.of(Sort.values()).get(random.nextInt(3));
            boolean falling = random.nextBoolean();
            int limit = 1 + random.nextInt(60);
            List<Token> expected = run.tokens().stream()
                    .filter(meant(filter))
                    .sorted(order(sort, falling))
                    .toList();
            String description =
                    String.format(java.util.Locale.ROOT, "seed %d, %s by %s %s", seed, filter, sort, falling);

            assertThat(forward(index, filter, sort, falling, limit))
                    .as(description)
                    .isEqualTo(expected);
            assertThat(backward(index, filter, sort, falling, limit))
                    .as(description)
                    .isEqualTo(expected);
        }
    }

    private List<Token> forward(RowIndex index, RowFilter filter, Sort sort, boolean falling, int limit) {
        var seen = new ArrayList<Token>();
        From from = new From.First();
        TokenPage found;
        do {
            found = index.ask(new PageQuery(filter, sort, falling, from, limit));
            assertThat(found.offset()).isEqualTo(seen.size());
            assertThat(found.hasBefore()).isEqualTo(!seen.isEmpty());
            found.lines().forEach(line -> seen.add(token(line)));
            if (!found.lines().isEmpty()) {
                from = new From.After(found.lines().getLast().key());
            }
        } while (found.hasAfter());
        return seen;
    }

    private List<Token> backward(RowIndex index, RowFilter filter, Sort sort, boolean falling, int limit) {
        var seen = new ArrayList<Token>();
        From from = new From.Last();
        TokenPage found;
        do {
            found = index.ask(new PageQuery(filter, sort, falling, from, limit));
            assertThat(found.hasAfter()).isEqualTo(!seen.isEmpty());
            found.lines().reversed().forEach(line -> seen.add(token(line)));
            if (!found.lines().isEmpty()) {
                from = new From.Before(found.lines().getFirst().key());
            }
        } while (found.hasBefore());
        Collections.reverse(seen);
        return seen;
    }

    @Test
    void selectsEveryMatchingRowForAnExport() {
        RowIndex index = folded(-1);
        for (int i = 0; i < 50; i++) {
            RowFilter filter = filter();
            TokenSelection selection = index.select(filter);
            var chosen = new ArrayList<Token>();
            Optional<dev.rowan.landscape.export.RowSelection.Span> span = selection.next(Long.MIN_VALUE);
            while (span.isPresent()) {
                long from = span.get().from();
                long to = span.get().to();
                run.tokens().stream()
                        .filter(token -> token.row() >= from && token.row() <= to)
                        .filter(token -> selection.wants(token.row(), token.part()))
                        .forEach(chosen::add);
                span = selection.next(to);
            }
            assertThat(chosen)
                    .as("seed %d, %s", seed, filter)
                    .isEqualTo(run.tokens().stream().filter(meant(filter)).toList());
        }
    }

    private static Comparator<Token> order(Sort sort, boolean falling) {
        Comparator<Token> rows = Comparator.comparingLong(Token::row).thenComparingInt(Token::part);
        return switch (sort) {
            case ROW -> falling ? rows.reversed() : rows;
            case COST -> by(Comparator.comparingLong(Token::cost), falling).thenComparing(rows);
            case LATENCY ->
                by(Comparator.comparingLong(Token::latency), falling).thenComparing(rows);
        };
    }

    private static Comparator<Token> by(Comparator<Token> values, boolean falling) {
        return falling ? values.reversed() : values;
    }

    private RowFilter filter() {
        return new RowFilter(
                maybe() ? Set.of("failed", pick(List.of("completed", "blocked", "awaiting", "in_flight"))) : Set.of(),
                maybe() ? Optional.of("rate_limited") : Optional.empty(),
                maybe() ? Optional.of(Set.of(random.nextInt(2))) : Optional.empty(),
                maybe() ? Optional.of(pick(List.of("output", "failed"))) : Optional.empty(),
                maybe() ? range(12_000_000) : Range.ANY,
                maybe() ? range(20_000) : Range.ANY,
                maybe() ? range(ROWS) : Range.ANY,
                Optional.empty());
    }

    private boolean maybe() {
        return random.nextInt(4) == 0;
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private Range range(int max) {
        return new Range(
                random.nextBoolean() ? OptionalLong.of(random.nextInt(max)) : OptionalLong.empty(),
                random.nextBoolean() ? OptionalLong.of(random.nextInt(max)) : OptionalLong.empty());
    }

    private static Predicate<Token> meant(RowFilter filter) {
        return token -> (filter.outcomes().isEmpty() || filter.outcomes().contains(token.outcome()))
                && (filter.reason().isEmpty() || filter.reason().equals(token.reason()))
                && (filter.nodes().isEmpty()
                        || (token.node().isPresent()
                                && filter.nodes().get().contains(token.node().getAsInt())))
                && (filter.sink().isEmpty() || filter.sink().equals(token.sink()))
                && within(filter.cost(), token.cost())
                && (filter.latency().isAny() || (token.latency() >= 0 && within(filter.latency(), token.latency())))
                && within(filter.rows(), token.row());
    }

    private static boolean within(Range range, long value) {
        return value >= range.least().orElse(Long.MIN_VALUE)
                && value <= range.most().orElse(Long.MAX_VALUE);
    }
}

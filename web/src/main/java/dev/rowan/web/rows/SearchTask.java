package dev.rowan.web.rows;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.RowScan.EventRange;
import dev.rowan.web.index.TokenSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A running search: threads `web-search-N` scan the pieces of a run, each with its own session, and the caller
/// takes the hits. Closing it stops them and waits until their sessions are returned.
///
/// Shared state is in concurrent classes: pending hits, the next piece, and the number of finished pieces.
final class SearchTask implements AutoCloseable {
    /// Numbers of events in a piece.
    private static final long PIECE = 40_000;
    /// So many rows are looked up one by one rather than going through all.
    private static final int FEW = 20_000;

    private static final int ROWS = 500;
    private static final int THREADS = 2;
    private static final int WAITING = 256;

    private final RowsSearch.Asked asked;
    private final List<RowScan> scans = new ArrayList<>();
    private final BlockingQueue<SearchHit> hits = new ArrayBlockingQueue<>(WAITING);
    private final AtomicInteger nextPiece = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(THREADS);
    private final Pieces pieces;
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean stopped;

    /// The pieces to scan.
    private sealed interface Pieces {
        int count();

        record Events(List<EventRange> ranges, Optional<TokenSelection> within) implements Pieces {
            /// The events of all writers, in pieces.
            static Events of(List<EventRange> chains, Optional<TokenSelection> within) {
                var ranges = new ArrayList<EventRange>();
                for (EventRange chain : chains) {
                    for (long from = chain.first(); from <= chain.last(); from += PIECE) {
                        ranges.add(new EventRange(chain.writer(), from, Math.min(chain.last(), from + PIECE - 1)));
                    }
                }
                return new Events(ranges, within);
            }

            @Override
            public int count() {
                return ranges.size();
            }
        }

        record Rows(List<Long> rows) implements Pieces {
            @Override
            public int count() {
                return (rows.size() + ROWS - 1) / ROWS;
            }
        }
    }

    /// The search was stopped while a hit waited to be taken.
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private SearchTask(RowsSearch.Asked asked, Pieces pieces) {
        this.asked = asked;
        this.pieces = pieces;
    }

    /// Within a filter, it first waits until all rows are in the columns.
    static SearchTask start(RowsSearch.Asked asked, Supplier<RowScan> open, CallScope scope)
            throws InterruptedException {
        RowScan first = open.get();
        SearchTask task;
        try {
            task = new SearchTask(asked, pieces(asked, first));
            task.scans.add(first);
        } catch (RuntimeException | InterruptedException failed) {
            first.close();
            throw failed;
        }
        for (int i = 1; i < THREADS; i++) {
            task.scans.add(open.get());
        }
        task.scans.forEach(scan -> scope.start(() -> task.follow(scan)));
        return task;
    }

    private static Pieces pieces(RowsSearch.Asked asked, RowScan scan) throws InterruptedException {
        List<EventRange> events = scan.events(asked.view().id());
        if (asked.within().isEmpty()) {
            return Pieces.Events.of(events, Optional.empty());
        }
        RowsSearch.Within within = asked.within().get();
        within.index().awaitWhole(Duration.ofMillis(100));
        TokenSelection selection = within.index().select(within.filter());
        List<Long> rows = selection.rows(Long.MIN_VALUE, FEW + 1);
        return rows.size() <= FEW ? new Pieces.Rows(rows) : Pieces.Events.of(events, Optional.of(selection));
    }

    private void follow(RowScan scan) {
        try (scan) {
            for (int piece = nextPiece.getAndIncrement();
                    piece < pieces.count() && !stopped;
                    piece = nextPiece.getAndIncrement()) {
                search(scan, piece);
                done.incrementAndGet();
            }
        } catch (Stopped _) {
            // nobody wants to know more
        } catch (LandscapeException broken) {
            if (!stopped) {
                failure = Optional.of(String.valueOf(broken.getMessage()));
            }
        } finally {
            ended.countDown();
        }
    }

    private void search(RowScan scan, int piece) {
        String run = asked.view().id();
        Consumer<RowScan.Candidate> take =
                candidate -> SearchHit.of(asked.term(), candidate).ifPresent(this::publish);
        switch (pieces) {
            case Pieces.Rows(List<Long> rows) ->
                scan.search(
                        run, asked.term(), rows.subList(piece * ROWS, Math.min(rows.size(), (piece + 1) * ROWS)), take);
            case Pieces.Events(List<EventRange> ranges, Optional<TokenSelection> within) ->
                scan.search(run, asked.term(), ranges.get(piece), candidate -> {
                    if (within.isEmpty() || within.get().wants(candidate.row())) {
                        take.accept(candidate);
                    }
                });
        }
    }

    private void publish(SearchHit hit) {
        try {
            while (!hits.offer(hit, 100, TimeUnit.MILLISECONDS)) {
                if (stopped) {
                    throw new Stopped();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Stopped();
        }
    }

    /// The hits that have come, after `max` at the latest.
    List<SearchHit> next(Duration max) throws InterruptedException {
        var taken = new ArrayList<SearchHit>();
        SearchHit first = ended.getCount() == 0 ? hits.poll() : hits.poll(max.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            taken.add(first);
            hits.drainTo(taken);
        }
        return taken;
    }

    boolean isOver() {
        return ended.getCount() == 0 && hits.isEmpty();
    }

    double share() {
        return pieces.count() == 0 ? 1 : Math.min(1, (double) done.get() / pieces.count());
    }

    Optional<String> failure() {
        return failure;
    }

    @Override
    public void close() {
        stopped = true;
        scans.forEach(RowScan::cancel);
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

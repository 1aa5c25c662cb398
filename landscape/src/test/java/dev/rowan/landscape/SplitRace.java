package dev.rowan.landscape;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/// Writers that race for splits: at random they die in the middle of one, hand it out while they still work on it,
/// or continue as a zombie after they have joined again.
final class SplitRace {
    private final Landscape landscape;
    private final Database database;
    private final int splits;
    private final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();

    SplitRace(Landscape landscape, String url, int splits) {
        this.landscape = landscape;
        this.database = Database.of(url, Path.of("."));
        this.splits = splits;
        for (int split = 0; split < splits; split++) {
            queue.add(split);
        }
    }

    /// The calls that were sent.
    int sent() {
        return sent.get();
    }

    /// The deaths, double handouts and zombies.
    int faults() {
        return faults.get();
    }

    void run(int writers, long seed) throws Exception {
        var random = new SplittableRandom(seed);
        try (CallScope scope = CallScope.open("race")) {
            var work = new ArrayList<FutureTask<Void>>();
            for (int writer = 1; writer <= writers; writer++) {
                int number = writer;
                RandomGenerator own = random.split();
                work.add(scope.fork(() -> work(number, own)));
            }
            for (FutureTask<Void> one : work) {
                one.get();
            }
        }
    }

    private Void work(int writer, RandomGenerator random) throws InterruptedException, SQLException {
        while (done.get() < splits) {
            try (SplitRecorder recorder = landscape.join(new WriterId("a", 1, writer))) {
                attempt(recorder, random, writer);
            } catch (LandscapeException fenced) {
                faults.incrementAndGet();
            }
        }
        return null;
    }

    /// Takes splits until it dies.
    private void attempt(SplitRecorder recorder, RandomGenerator random, int writer)
            throws InterruptedException, SQLException {
        while (done.get() < splits) {
            Integer split = queue.poll(10, TimeUnit.MILLISECONDS); // until the others are done
            if (split == null) {
                continue;
            }
            try {
                if (!finish(recorder, SplitWork.split(split), random)) {
                    faults.incrementAndGet();
                    zombie(recorder, writer, split, random);
                    return;
                }
            } catch (LandscapeException fenced) {
                queue.add(split);
                throw fenced;
            }
        }
    }

    /// Dies in a split that others may take; at random it wakes up after its successor has joined.
    private void zombie(SplitRecorder recorder, int writer, int split, RandomGenerator random)
            throws InterruptedException, SQLException {
        queue.add(split);
        if (random.nextBoolean()) {
            landscape.join(new WriterId("a", 1, writer)).close();
            finish(recorder, SplitWork.split(split), random);
        }
    }

    /// Whether the split was done before the process died.
    private boolean finish(SplitRecorder recorder, SplitRange split, RandomGenerator random)
            throws InterruptedException, SQLException {
        if (recorder.open(split) == SplitRecorder.Opening.DONE) {
            return true;
        }
        for (long row = split.firstRow(); row < split.firstRow() + split.rows(); row++) {
            if (count("call_end WHERE state = 'answered' AND row_seq = " + row) > 0) {
                continue;
            }
            int attempt = 1 + count("call_intent WHERE row_seq = " + row);
            recorder.awaitCommitted(recorder.record(SplitWork.claimed(row, attempt)));
            boolean first = sent.incrementAndGet() == 1;
            if (first || random.nextInt(6) == 0) {
                return false;
            }
            if (random.nextInt(8) == 0) {
                queue.add(split.split()); // assigned twice
            }
            recorder.awaitCommitted(recorder.record(SplitWork.answered(row, attempt)));
        }
        recorder.awaitCommitted(recorder.record(SplitWork.done(split)));
        done.incrementAndGet();
        return true;
    }

    int count(String from) throws SQLException {
        try (Session session = database.openToRead();
                PreparedStatement select = session.connection().prepareStatement("SELECT count(*) FROM " + from);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    /// The attempts that ended so.
    List<Integer> ends() throws SQLException {
        return List.of(
                count("call_end WHERE state = 'answered'"),
                count("call_end WHERE state = 'unknown' AND standing = 'owner_died'"));
    }
}

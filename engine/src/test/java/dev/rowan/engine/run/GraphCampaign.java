package dev.rowan.engine.run;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Checks of random graphs by their seeds, several at a time: each waits most of its time for timers and for the
/// disk. The first failure ends the campaign.
record GraphCampaign(String name, long firstSeed, long graphs) {
    private static final int CONCURRENCY = 8;
    private static final int REPORTS = 100;
    /// A campaign of more graphs than the everyday build has reports its progress.
    private static final int LONG = 300;

    interface Check {
        void check(long seed) throws Exception;
    }

    void run(Check check) throws InterruptedException {
        long reported = Math.max(1, graphs / REPORTS);
        var started = new AtomicLong();
        var failed = new AtomicBoolean();
        Callable<Void> worker = () -> {
            for (long i = started.getAndIncrement(); i < graphs && !failed.get(); i = started.getAndIncrement()) {
                if (graphs > LONG && i > 0 && i % reported == 0) {
                    System.out.println(name + ": " + i + " graphs");
                }
                try {
                    check.check(firstSeed + i);
                } catch (Exception | AssertionError difference) {
                    failed.set(true);
                    throw new AssertionError("seed " + (firstSeed + i) + ": " + difference.getMessage(), difference);
                }
            }
            return null;
        };
        try (var pool = Executors.newFixedThreadPool(CONCURRENCY)) {
            var workers = new ArrayList<Future<Void>>();
            for (int i = 0; i < CONCURRENCY; i++) {
                workers.add(pool.submit(worker));
            }
            for (Future<Void> ending : workers) {
                await(ending);
            }
        }
    }

    private static void await(Future<Void> ending) throws InterruptedException {
        try {
            ending.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case AssertionError difference -> throw difference;
                case null, default -> throw new AssertionError("a graph could not be run", e);
            }
        }
    }
}

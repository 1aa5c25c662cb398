package dev.rowan.engine.run;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/// A real landscape that remembers what it was given, and that can be told to break at a record, as a full
/// disk would: when it is given, or when it is to be committed.
///
/// Shared state: the entries, a concurrent queue, and the rest in volatiles.
final class WatchedLandscape implements Landscape {
    private final Landscape real;
    private final Queue<LogEntry> entries = new ConcurrentLinkedQueue<>();
    private volatile Predicate<LogEntry> breaksAt = _ -> false;
    private volatile Predicate<LogEntry> commitsNoMoreFrom = _ -> false;
    private volatile long lastCommitted = Long.MAX_VALUE;
    private volatile boolean broken;
    private volatile boolean unanswering;
    private volatile boolean ended;

    WatchedLandscape(Landscape real) {
        this.real = real;
    }

    void breakAt(Predicate<LogEntry> entry) {
        breaksAt = entry;
    }

    /// Takes such an entry and what follows, and breaks when any of them is to be durable.
    void breakCommitsFrom(Predicate<LogEntry> entry) {
        commitsNoMoreFrom = entry;
    }

    /// The facts of the notes of one type, as text.
    List<String> notes(String type) {
        return entries(LogEntry.RunNoted.class).stream()
                .filter(note -> note.type().equals(type))
                .map(note -> note.facts().toString())
                .toList();
    }

    /// What was recorded of one kind, in order.
    <E extends LogEntry> List<E> entries(Class<E> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// The kinds of all that was recorded, in order.
    List<String> order() {
        return entries.stream().map(entry -> entry.getClass().getSimpleName()).toList();
    }

    @Override
    public LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned)
            throws InterruptedException {
        return new Watched(real.start(run, outputs, abandoned));
    }

    @Override
    public ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException {
        ResumedRun resumed = real.resume(runId, by, outputs);
        return new ResumedRun(new Watched(resumed.recorder()), resumed.recovered());
    }

    @Override
    public SplitRecorder join(WriterId id) throws InterruptedException {
        return real.join(id);
    }

    @Override
    public LandscapeReader reader() {
        return real.reader();
    }

    @Override
    public Optional<ControlRequestStore> controlRequests() {
        return real.controlRequests().map(Unanswering::new);
    }

    /// From now on nobody can answer orders, or everybody again.
    void refuseAnswers(boolean yes) {
        unanswering = yes;
    }

    private final class Unanswering implements ControlRequestStore {
        private final ControlRequestStore orders;

        Unanswering(ControlRequestStore orders) {
            this.orders = orders;
        }

        @Override
        public long give(String runId, String operator, ControlRequest order) {
            return orders.give(runId, operator, order);
        }

        @Override
        public List<Submitted> waiting(String runId) {
            return orders.waiting(runId);
        }

        @Override
        public void answer(long number, boolean followed, String words) {
            if (unanswering) {
                throw new LandscapeException("the disk is full");
            }
            orders.answer(number, followed, words);
        }

        @Override
        public Optional<Answer> answered(long number) {
            return orders.answered(number);
        }

        @Override
        public void close() {
            orders.close();
        }
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public void close() {
        real.close();
    }

    private final class Watched implements LandscapeRecorder {
        private final LandscapeRecorder recorder;

        Watched(LandscapeRecorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public long record(LogEntry entry) throws InterruptedException {
            look(entry);
            long number = recorder.record(entry);
            if (commitsNoMoreFrom.test(entry)) {
                lastCommitted = Math.min(lastCommitted, number - 1);
            }
            entries.add(entry);
            return number;
        }

        @Override
        public long record(List<? extends LogEntry> together) throws InterruptedException {
            together.forEach(this::look);
            long number = recorder.record(together);
            entries.addAll(together);
            return number;
        }

        private void look(LogEntry entry) {
            if (breaksAt.test(entry)) {
                broken = true;
            }
            refuseWhenBroken();
            if (ended) {
                throw new IllegalStateException("recorded after the end: " + entry);
            }
        }

        private void refuseWhenBroken() {
            if (broken) {
                throw new LandscapeException("the disk is full");
            }
        }

        @Override
        public CostPool costPool(Usd cap) throws InterruptedException {
            return recorder.costPool(cap);
        }

        @Override
        public void awaitCommitted(long number) throws InterruptedException {
            if (number > lastCommitted) {
                broken = true;
            }
            refuseWhenBroken();
            recorder.awaitCommitted(number);
        }

        @Override
        public Head end(RunEnd end) throws InterruptedException {
            refuseWhenBroken();
            ended = true;
            return recorder.end(end);
        }

        @Override
        public void close() {
            recorder.close();
        }
    }
}

package dev.rowan.engine.fault;

import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;

/// Fault injection before each intent, after each durable answer, around outcomes and before the end. Thread-safe.
/// Shared state: the sequence numbers of answers that are not durable yet, a concurrent set.
final class FaultInjectingRecorder implements LandscapeRecorder {
    private final LandscapeRecorder recorder;
    private final Faults faults;
    private final NavigableSet<Long> answers = new ConcurrentSkipListSet<>();

    FaultInjectingRecorder(LandscapeRecorder recorder, Faults faults) {
        this.recorder = recorder;
        this.faults = faults;
    }

    @Override
    public long record(LogEntry entry) throws InterruptedException {
        if (entry instanceof LogEntry.CallIntended) {
            faults.at(FaultPoint.BEFORE_INTENT);
        }
        long number = recorder.record(entry);
        if (entry instanceof LogEntry.CallEnded) {
            answers.add(number);
        }
        return number;
    }

    @Override
    public long record(List<? extends LogEntry> together) throws InterruptedException {
        faults.at(FaultPoint.BEFORE_OUTCOMES);
        long number = recorder.record(together);
        faults.at(FaultPoint.AFTER_OUTCOMES);
        return number;
    }

    @Override
    public void awaitCommitted(long number) throws InterruptedException {
        awaitCommitted(number, Duration.ZERO);
    }

    @Override
    public void awaitCommitted(long number, Duration delay) throws InterruptedException {
        recorder.awaitCommitted(number, delay);
        for (Long durable : answers.headSet(number, true)) {
            if (answers.remove(durable)) {
                faults.at(FaultPoint.AFTER_ANSWER);
            }
        }
    }

    @Override
    public Optional<LandscapeOutage> outage() {
        return recorder.outage();
    }

    @Override
    public void shortenOutage(Duration max) {
        recorder.shortenOutage(max);
    }

    @Override
    public CostPool costPool(Usd cap) throws InterruptedException {
        return recorder.costPool(cap);
    }

    @Override
    public Head end(RunEnd end) throws InterruptedException {
        faults.at(FaultPoint.BEFORE_END);
        Head head = recorder.end(end);
        faults.at(FaultPoint.BEFORE_HEAD_FILE);
        return head;
    }

    @Override
    public void close() {
        recorder.close();
    }
}

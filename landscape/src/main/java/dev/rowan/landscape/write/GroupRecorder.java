package dev.rowan.landscape.write;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.store.BoundedReconnect;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Maintenance;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/// Records a run with group commit: callers encode, one writer thread chains and commits.
///
/// The writer thread owns `writer`; callers share only the queue.
final class GroupRecorder implements LandscapeRecorder {
    private final Database database;
    private final EntryEncoder encoder;
    private final WriteQueue intake;
    private final ReconnectingWriter writer;
    private final BoundedReconnect reconnects;
    private final Time time;
    private final Faults faults;
    private final Consumer<String> warnings;
    private final CallScope scope = CallScope.openPlatform("landscape-writer");
    private final FutureTask<Void> writing;
    private final LogKey log;

    /// `warnings` receives problems that did not prevent the record from being written.
    GroupRecorder(
            Database database,
            EntryEncoder encoder,
            WriteQueue intake,
            LogWriter writer,
            BoundedReconnect reconnects,
            Time time,
            Faults faults,
            Consumer<String> warnings) {
        this.warnings = warnings;
        this.database = database;
        this.encoder = encoder;
        this.log = writer.log();
        this.intake = intake;
        this.writer = new ReconnectingWriter(writer, database, reconnects, encoder, time, faults);
        this.reconnects = reconnects;
        this.time = time;
        this.faults = faults;
        this.writing = scope.fork(this::write);
    }

    @Override
    public CostPool costPool(Usd cap) throws InterruptedException {
        var pool = new ChainCostPool(this, database, reconnects, log, time);
        pool.open(cap);
        return pool;
    }

    @Override
    public long record(LogEntry entry) throws InterruptedException {
        return intake.put(List.of(encoder.encode(entry)));
    }

    @Override
    public long record(List<? extends LogEntry> together) throws InterruptedException {
        var events = new ArrayList<Event>(together.size());
        for (LogEntry entry : together) {
            events.add(encoder.encode(entry));
        }
        return intake.put(events);
    }

    /// Takes an event, as [#record(LogEntry)] takes an entry.
    long put(Event event) throws InterruptedException {
        return intake.put(List.of(event));
    }

    @Override
    public void awaitCommitted(long number) throws InterruptedException {
        intake.await(number, Duration.ZERO);
    }

    @Override
    public void awaitCommitted(long number, Duration delay) throws InterruptedException {
        intake.await(number, delay);
    }

    @Override
    public Head end(RunEnd end) throws InterruptedException {
        long number = intake.put(List.of(RunEvents.ended(end, time.instant())));
        intake.close();
        intake.await(number, Duration.ZERO);
        return writer.head().orElseThrow();
    }

    @Override
    public Optional<LandscapeOutage> outage() {
        return writer.outage();
    }

    @Override
    public void shortenOutage(Duration most) {
        reconnects.shorten(most);
    }

    /// The writer's loop; ends when the queue is closed and empty, or when writing fails.
    private Void write() {
        try {
            writeAll();
        } catch (Throwable failure) {
            intake.fail(explained(failure));
        }
        return null;
    }

    private void writeAll() throws SQLException, InterruptedException {
        try (writer;
                Maintenance upkeep = database.upkeep(time, faults)) {
            writer.prepare();
            boolean last = false;
            while (!last) {
                last = intake.isClosed();
                List<Event> group = intake.take(Optional.of(writer.idleFor()));
                long bytes = writer.write(group);
                intake.committed();
                upkeep.committed(writer.session(), bytes);
            }
            writer.release();
            finish(upkeep);
        }
    }

    /// Everything is committed by now, so a failure here loses no records.
    private void finish(Maintenance upkeep) {
        try {
            upkeep.finish(writer.session());
        } catch (SQLException error) {
            warnings.accept("the record is complete, but the end of it is still in the log file beside "
                    + database.describe() + " (" + error.getMessage()
                    + "); keep both files together; the next command that opens the landscape moves it");
        }
    }

    /// The failure with an explanation; unchanged if there is no memory for one.
    private Throwable explained(Throwable failure) {
        try {
            return switch (failure) {
                case SQLException error -> database.explain("writing the record of the run", error);
                case LandscapeException takenOver -> takenOver;
                case InterruptedException _ ->
                    new LandscapeException("the writer of " + database.describe() + " was stopped", failure);
                default ->
                    new LandscapeException(
                            "the writer of " + database.describe() + " has a defect: " + failure, failure);
            };
        } catch (OutOfMemoryError _) {
            return failure;
        }
    }

    /// Waits uninterruptibly for the writer to finish.
    @Override
    public void close() {
        intake.close();
        boolean interrupted = false;
        while (!writing.isDone()) {
            try {
                writing.get();
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException defect) {
                throw new IllegalStateException("the writer let an exception pass", defect);
            }
        }
        scope.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

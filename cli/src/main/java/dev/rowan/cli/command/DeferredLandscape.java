package dev.rowan.cli.command;

import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.LimitStore;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.SinkHold;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A landscape that is opened on first use, so that a run rejected for its input creates no database. Owned by the
/// run's thread.
final class DeferredLandscape implements Landscape {
    private final Supplier<Landscape> open;
    private final Supplier<LandscapeReader> read;
    private final Supplier<String> description;
    private @Nullable Landscape opened;

    /// `read` opens a reader of an existing landscape, or throws if there is none.
    DeferredLandscape(Supplier<Landscape> open, Supplier<LandscapeReader> read, Supplier<String> description) {
        this.open = open;
        this.read = read;
        this.description = description;
    }

    private Landscape opened() {
        if (opened == null) {
            opened = open.get();
        }
        return opened;
    }

    @Override
    public LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned)
            throws InterruptedException {
        return opened().start(run, outputs, abandoned);
    }

    @Override
    public ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException {
        return opened().resume(runId, by, outputs);
    }

    /// Empty if there is no landscape yet, or an older one without locks.
    @Override
    public List<SinkHold> sinkHolds() {
        if (opened != null) {
            return opened.sinkHolds();
        }
        try (LandscapeReader reader = read.get()) {
            return reader.sinks().holds();
        } catch (LandscapeException notThere) {
            return List.of();
        }
    }

    @Override
    public SplitRecorder join(WriterId id) throws InterruptedException {
        return opened().join(id);
    }

    @Override
    public LandscapeReader reader() {
        return opened().reader();
    }

    @Override
    public Optional<Supplier<LimitStore>> limits() {
        return opened().limits();
    }

    @Override
    public Optional<ControlRequestStore> controlRequests() {
        return opened().controlRequests();
    }

    @Override
    public List<String> warnings() {
        return opened == null ? List.of() : opened.warnings();
    }

    @Override
    public String describe() {
        return description.get();
    }

    @Override
    public void close() {
        if (opened != null) {
            opened.close();
        }
    }
}

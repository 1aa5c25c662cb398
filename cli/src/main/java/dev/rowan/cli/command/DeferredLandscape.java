package dev.rowan.cli.command;

import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.RunOrders;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A landscape that is opened when a run starts, so that a run refused for its input leaves no database
/// behind. Owned by the run's thread.
final class DeferredLandscape implements Landscape {
    private final Supplier<Landscape> open;
    private @Nullable Landscape opened;

    DeferredLandscape(Supplier<Landscape> open) {
        this.open = open;
    }

    private Landscape opened() {
        if (opened == null) {
            opened = open.get();
        }
        return opened;
    }

    @Override
    public LandscapeRecorder start(RunStart run) throws InterruptedException {
        return opened().start(run);
    }

    @Override
    public ResumedRun resume(String runId, RunResume by) throws InterruptedException {
        return opened().resume(runId, by);
    }

    @Override
    public LandscapeReader reader() {
        return opened().reader();
    }

    @Override
    public Optional<RunOrders> orders() {
        return opened().orders();
    }

    @Override
    public String describe() {
        return opened().describe();
    }

    @Override
    public void close() {
        if (opened != null) {
            opened.close();
        }
    }
}

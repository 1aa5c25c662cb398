package dev.rowan.engine.fault;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
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

/// A landscape whose recorders are fault injection points.
record FaultInjectingLandscape(Landscape landscape, Faults faults) implements Landscape {

    @Override
    public LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned)
            throws InterruptedException {
        return new FaultInjectingRecorder(landscape.start(run, outputs, abandoned), faults);
    }

    @Override
    public ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException {
        ResumedRun resumed = landscape.resume(runId, by, outputs);
        return new ResumedRun(new FaultInjectingRecorder(resumed.recorder(), faults), resumed.recovered());
    }

    @Override
    public List<SinkHold> sinkHolds() {
        return landscape.sinkHolds();
    }

    @Override
    public SplitRecorder join(WriterId id) throws InterruptedException {
        return landscape.join(id);
    }

    @Override
    public LandscapeReader reader() {
        return landscape.reader();
    }

    @Override
    public Optional<Supplier<LimitStore>> limits() {
        return landscape.limits();
    }

    @Override
    public Optional<ControlRequestStore> controlRequests() {
        return landscape.controlRequests();
    }

    @Override
    public List<String> warnings() {
        return landscape.warnings();
    }

    @Override
    public String describe() {
        return landscape.describe();
    }

    @Override
    public void close() {
        landscape.close();
    }
}

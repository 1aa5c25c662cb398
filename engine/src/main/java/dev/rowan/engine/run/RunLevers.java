package dev.rowan.engine.run;

import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallDesk;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.live.Levers;
import dev.rowan.engine.run.StopSignal.Cause;
import java.util.List;

/// The levers of one run. Used by its own thread.
record RunLevers(List<String> transforms, List<NodeCalls> calling, CallDesk desk, StopSignal stop) implements Levers {
    RunLevers {
        transforms = List.copyOf(transforms);
        calling = List.copyOf(calling);
    }

    @Override
    public Budget budget() {
        return desk.budget();
    }

    @Override
    public boolean isPaused() {
        return stop.paused();
    }

    @Override
    public void pause() {
        stop.holdBack();
        desk.pause();
    }

    @Override
    public void goOn() {
        desk.goOn();
        stop.goOn();
    }

    @Override
    public boolean isStopping() {
        return stop.requested();
    }

    @Override
    public void drain(String by) {
        stop.request(new Cause.Interrupted(by));
    }

    @Override
    public void cancel(String by) {
        stop.request(new Cause.Interrupted(by));
        stop.hurry();
    }
}

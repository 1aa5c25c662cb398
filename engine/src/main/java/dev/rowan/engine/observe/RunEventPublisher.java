package dev.rowan.engine.observe;

import java.util.function.Supplier;

/// Tells an observer, if there is one, and never lets it disturb the run.
///
/// Shared state: whether the observer has broken, after which it is told nothing more.
public final class RunEventPublisher {
    private final RunEventListener observer;
    private volatile boolean on;

    private RunEventPublisher(RunEventListener observer) {
        this.observer = observer;
        this.on = !observer.equals(RunEventListener.NONE);
    }

    public static RunEventPublisher to(RunEventListener observer) {
        return new RunEventPublisher(observer);
    }

    /// Whether anybody listens.
    public boolean isOn() {
        return on;
    }

    /// Tells what `what` gives, which is not asked when nobody listens.
    public void publish(Supplier<? extends RunEvent> what) {
        if (!on) {
            return;
        }
        try {
            observer.see(what.get());
        } catch (RuntimeException _) {
            on = false; // a run is worth more than word of it
        }
    }
}

package dev.rowan.engine.observe;

import java.util.function.Supplier;

/// Publishes events to a listener, if there is one, and never lets it disturb the run.
///
/// Shared state: whether the listener has thrown, after which it is not called any more.
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

    /// Whether there is a listener.
    public boolean isOn() {
        return on;
    }

    /// Publishes an event, which is created only if there is a listener.
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

package dev.rowan.engine.run;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// Closes what a run opened, the last first; one failure does not keep the others open. Owned by one thread.
public final class Closing implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    public void add(AutoCloseable resource) {
        open.push(resource);
    }

    @Override
    public void close() {
        RuntimeException first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception failed) {
                RuntimeException wrapped = failed instanceof RuntimeException r ? r : new CloseFailure(failed);
                if (first == null) {
                    first = wrapped;
                } else {
                    first.addSuppressed(wrapped);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static final class CloseFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CloseFailure(Exception cause) {
            super(cause instanceof IOException ? cause.getMessage() : String.valueOf(cause), cause);
        }
    }
}

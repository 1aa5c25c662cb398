package dev.rowan.engine.stop;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// Closes what a run opened, last first; a failure does not keep the others open.
///
/// Owned by one thread.
public final class ResourceCloser implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    public void add(AutoCloseable resource) {
        open.push(resource);
    }

    @Override
    public void close() {
        Throwable first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Throwable failed) {
                first = first == null ? failed : together(first, failed);
            }
        }
        switch (first) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException failure -> throw failure;
            case Throwable checked -> throw new CloseFailure(checked);
        }
    }

    /// The more severe error, with the other suppressed if there is memory for it.
    @SuppressWarnings("ReferenceEquality") // the JVM throws some errors again and again
    private static Throwable together(Throwable first, Throwable next) {
        boolean worse = next instanceof Error && !(first instanceof Error);
        Throwable kept = worse ? next : first;
        Throwable other = worse ? first : next;
        if (kept != other) {
            try {
                kept.addSuppressed(other);
            } catch (OutOfMemoryError full) {
                return kept;
            }
        }
        return kept;
    }

    private static final class CloseFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CloseFailure(Throwable cause) {
            super(cause instanceof IOException ? cause.getMessage() : String.valueOf(cause), cause);
        }
    }
}

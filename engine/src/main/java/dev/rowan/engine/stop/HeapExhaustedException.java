package dev.rowan.engine.stop;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run that stopped because the heap was exhausted. Its record stays, and it can be resumed with more heap or
/// fewer rows in flight.
public final class HeapExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CAUSES = 20;

    private HeapExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }

    /// The error that is `thrown` or its cause and means that the heap was exhausted.
    public static Optional<Throwable> behind(Throwable thrown) {
        return Optional.ofNullable(find(thrown));
    }

    /// Whether there is one; allocates nothing.
    static boolean isBehind(Throwable thrown) {
        return find(thrown) != null;
    }

    private static @Nullable Throwable find(Throwable thrown) {
        Throwable each = thrown;
        for (int i = 0; each != null && i < MAX_CAUSES; i++) {
            if (each instanceof OutOfMemoryError || isFailedLinkage(each)) {
                return each;
            }
            each = each.getCause();
        }
        return null;
    }

    /// Whether a lambda or a class could not be linked on a full heap. The JVM repeats this error at the next use,
    /// without its cause.
    private static boolean isFailedLinkage(Throwable thrown) {
        String message = thrown.getMessage();
        return thrown instanceof BootstrapMethodError
                || (thrown instanceof LinkageError && message != null && message.contains("OutOfMemoryError"));
    }

    /// The failure to report: this exception if memory ran out, else the failure itself. `limits` are the settings
    /// that bound the rows in flight.
    public static Throwable explain(Throwable failure, String limits) {
        return behind(failure)
                .<Throwable>map(error -> new HeapExhaustedException(
                        "%s with a heap of %,d MiB; increase the heap, such as ROWAN_JAVA_OPTS=-Xmx%dm, or reduce the rows in flight: %s"
                                .formatted(
                                        message(error),
                                        Runtime.getRuntime().maxMemory() >> 20,
                                        suggestedHeap(),
                                        limits),
                        failure))
                .orElse(failure);
    }

    /// "out of memory", with the JVM's message if there is one.
    public static String message(Throwable error) {
        String message = error.getMessage();
        return message == null || !(error instanceof OutOfMemoryError)
                ? "out of memory"
                : "out of memory (" + message + ")";
    }

    /// The heap to try next: twice this one, in mebibytes.
    public static long suggestedHeap() {
        long twice = 2 * (Runtime.getRuntime().maxMemory() >> 20);
        return (twice + 63) / 64 * 64;
    }
}

package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A credential that is renewed before it expires. Nothing is requested before the first use.
///
/// Thread-safe: one lock guards the current credential, also while it is renewed.
///
/// @param <T> what authorizes requests
public final class CredentialsProvider<T> {
    private static final Duration AHEAD = Duration.ofMinutes(5);

    private final String method;
    private final Issuer<T> issuer;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Issued<T> current;

    /// `method` says for people and the record where the credential comes from.
    public CredentialsProvider(String method, Issuer<T> issuer, Time time) {
        this.method = method;
        this.issuer = issuer;
        this.time = time;
    }

    /// A credential with its end, if it has one.
    public record Issued<T>(T value, Optional<Instant> expires) {}

    /// Where credentials come from.
    @FunctionalInterface
    public interface Issuer<T> {
        Issued<T> issue() throws PluginException, InterruptedException;
    }

    /// A credential that stays as it is.
    public static <T> CredentialsProvider<T> fixed(String method, T value, Time time) {
        return new CredentialsProvider<>(method, () -> new Issued<>(value, Optional.empty()), time);
    }

    public String method() {
        return method;
    }

    /// The credential, renewed if it expires within five minutes. If that fails, the old one is used to its end.
    public T credential() throws PluginException {
        lock.lock();
        try {
            return renewed();
        } finally {
            lock.unlock();
        }
    }

    private T renewed() throws PluginException {
        if (current != null && !endsBy(current, time.instant().plus(AHEAD))) {
            return current.value();
        }
        try {
            current = issuer.issue();
        } catch (PluginException failed) {
            if (current == null || endsBy(current, time.instant())) {
                throw failed;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PluginException("interrupted while signing in (" + method + ")", e);
        }
        return current.value();
    }

    private static boolean endsBy(Issued<?> issued, Instant instant) {
        return issued.expires().filter(end -> !end.isAfter(instant)).isPresent();
    }
}

package dev.rowan.providers.http;

import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Fault;
import dev.rowan.api.call.WireReply.NotSentReason;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The progress of one exchange, which determines its result.
///
/// Owned by the calling thread, except for `open` and `expired`, which are shared with the deadline thread under
/// this object's monitor.
final class ExchangeState {
    private final Time time;
    private final long began;
    private final long deadline;

    private @Nullable Closeable open;
    private boolean expired;

    private Optional<Duration> connected = Optional.empty();
    private Optional<Duration> firstByte = Optional.empty();
    private boolean sent;
    private OptionalInt status = OptionalInt.empty();
    private Headers headers = Headers.none();
    private Payload body = Payload.empty();
    private Optional<String> stored = Optional.empty();

    ExchangeState(Time time, Duration limit) {
        this.time = time;
        this.began = time.nanos();
        this.deadline = began + limit.toNanos();
    }

    long deadline() {
        return deadline;
    }

    Duration left() {
        return Duration.ofNanos(Math.max(1, deadline - time.nanos()));
    }

    private Duration passed() {
        return Duration.ofNanos(time.nanos() - began);
    }

    /// Registers what to close when the deadline passes; closes it immediately if it has.
    synchronized void holds(Closeable connection) {
        open = connection;
        if (expired) {
            close(connection);
        }
    }

    /// Releases the connection from the deadline.
    synchronized void letsGo() {
        open = null;
    }

    /// The deadline has passed.
    synchronized void expire() {
        expired = true;
        if (open != null) {
            close(open);
        }
    }

    private static void close(Closeable connection) {
        try {
            connection.close();
        } catch (IOException _) {
            // it is useless anyway
        }
    }

    private synchronized boolean isExpired() {
        return expired;
    }

    void connected() {
        connected = Optional.of(passed());
    }

    /// Called before writing to the connection: from here on something may have been sent.
    void sends() {
        sent = true;
    }

    void receives() {
        if (firstByte.isEmpty() && sent) {
            firstByte = Optional.of(passed());
        }
    }

    void answered(int code, Headers fields) {
        status = OptionalInt.of(code);
        headers = fields;
    }

    void read(Payload bytes) {
        body = bytes;
    }

    /// The complete body is in a file; `sha256` is its hash.
    void stored(String sha256) {
        stored = Optional.of(sha256);
    }

    boolean isAnswered() {
        return status.isPresent();
    }

    WireReply complete() {
        return new WireReply.Complete(status.orElseThrow(), headers, body, stored, timings());
    }

    WireReply.NotSent notSent(NotSentReason failure, String detail) {
        return new WireReply.NotSent(isExpired() ? NotSentReason.DEADLINE : failure, detail, timings());
    }

    /// The result of an aborted exchange: not sent or unknown. After a passed deadline or an interrupt, that is
    /// the cause.
    WireReply broken(Fault fault, String detail) {
        if (!sent) {
            NotSentReason usual = fault == Fault.FILE ? NotSentReason.FILE : NotSentReason.CONNECT;
            return notSent(interrupted() ? NotSentReason.INTERRUPTED : usual, detail);
        }
        return new WireReply.Unknown(cause(fault), detail, status, headers, body, timings());
    }

    private Fault cause(Fault fault) {
        if (isExpired()) {
            return Fault.DEADLINE;
        }
        return interrupted() ? Fault.INTERRUPTED : fault;
    }

    private static boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }

    private Timings timings() {
        return new Timings(connected, firstByte, passed());
    }
}

package dev.rowan.api.call;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// The result of one send. `detail` is for people and contains no secrets.
public sealed interface WireReply {

    Timings timings();

    /// A complete reply, whatever its status. The body is as received, only dechunked. If it went into a file, the
    /// body is empty and `filed` is the file's SHA-256.
    record Complete(int status, Headers headers, Payload body, Optional<String> filed, Timings timings)
            implements WireReply {}

    /// Not one byte of the request was sent, so it cannot have been executed.
    record NotSent(NotSentReason reason, String detail, Timings timings) implements WireReply {}

    /// Something was sent and no complete reply arrived: the service may have done the work. `status` and
    /// `headers` are present if received; `body` is the part received, up to the cap.
    record Unknown(Fault fault, String detail, OptionalInt status, Headers headers, Payload body, Timings timings)
            implements WireReply {}

    /// Why a request was not sent.
    enum NotSentReason {
        /// Forbidden by the egress rules: plain http only to localhost, private addresses only if allowed, no
        /// credential for another host.
        FORBIDDEN,
        /// The host name could not be resolved.
        DNS,
        /// Connection refused or host unreachable.
        CONNECT,
        /// Certificate not trusted, or no common protocol.
        TLS,
        /// The proxy did not open a tunnel.
        PROXY,
        /// The client was closed, or the connection pool is exhausted.
        POOL,
        /// Timed out before sending.
        DEADLINE,
        /// The file to send cannot be read.
        FILE,
        /// The service asked to back off after this request was admitted.
        HELD,
        /// The calling thread was interrupted.
        INTERRUPTED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// How a reply was lost.
    enum Fault {
        /// Timed out.
        DEADLINE,
        /// The connection was reset, or closed before any reply.
        RESET,
        /// The reply ended early.
        TRUNCATED,
        /// The reply exceeds the cap.
        TOO_LARGE,
        /// The reply is not HTTP/1.1.
        PROTOCOL,
        /// The file to send could not be read to its end, or the file for the reply could not be written.
        FILE,
        /// The calling thread was interrupted.
        INTERRUPTED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

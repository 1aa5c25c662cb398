package dev.rowan.api.call;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What came of one send. `detail` says more for people and holds nothing of the request's secrets.
public sealed interface WireReply {

    Timings timings();

    /// The whole reply arrived, whatever its status. The body is as it was on the wire, decoded from nothing
    /// but its chunks. One that went into a file is empty here, and `filed` is the SHA-256 of the file.
    record Complete(int status, Headers headers, Payload body, Optional<String> filed, Timings timings)
            implements WireReply {
        /// A reply that is here.
        public Complete(int status, Headers headers, Payload body, Timings timings) {
            this(status, headers, body, Optional.empty(), timings);
        }
    }

    /// Nothing was sent: not one byte of the request left, so it cannot have been carried out.
    record NotSent(ConnectFailure hindrance, String detail, Timings timings) implements WireReply {}

    /// At least a part was sent and no whole reply came: the service may have done the work. `status` and
    /// `headers` are there when they arrived; `body` is what came of it, up to the cap.
    record Unknown(Fault fault, String detail, OptionalInt status, Headers headers, Payload body, Timings timings)
            implements WireReply {}

    /// What kept a request from being sent.
    enum ConnectFailure {
        /// The rules for outgoing traffic: no plain http but to this machine, no private address unless it is
        /// listed, no credential for another host.
        FORBIDDEN,
        /// The host's name has no address.
        DNS,
        /// Nobody listens, or there is no way to the host.
        CONNECT,
        /// No trust in the certificate, or no common protocol.
        TLS,
        /// The proxy did not open the way.
        PROXY,
        /// The client was closed, or has no connection to give.
        POOL,
        /// The deadline passed first.
        DEADLINE,
        /// The file that was to be sent cannot be read.
        FILE,
        /// The service had asked to wait, after this request was let in.
        HELD,
        /// The calling thread was interrupted first.
        INTERRUPTED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// How the reply went missing.
    enum Fault {
        /// The deadline passed.
        DEADLINE,
        /// The connection broke, or was closed before any reply.
        RESET,
        /// The reply ended before its announced end.
        TRUNCATED,
        /// The reply is larger than the cap.
        TOO_LARGE,
        /// What came is no HTTP/1.1.
        PROTOCOL,
        /// The file that was sent could not be read to its end, or the one for the reply not be written.
        FILE,
        /// The calling thread was interrupted.
        INTERRUPTED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

package dev.rowan.api.call;

import java.util.Optional;

/// Sends requests to a service: one exchange is one send, without retries or redirects.
///
/// To be called on a virtual thread; an interrupt aborts the exchange, which still returns a result, and the
/// thread stays interrupted.
@FunctionalInterface
public interface Wire {

    WireReply exchange(WireRequest request);

    /// Opens a connection for `request`, including TLS, sends nothing and closes it. Returns the failure; empty on
    /// success, and always for a wire without connections.
    default Optional<WireReply.NotSent> connect(WireRequest request) {
        return Optional.empty();
    }

    /// Why the egress rules forbid connections to `host`, at its addresses of this moment; for protocols that have
    /// their own connections. Empty if they do not, or the name cannot be resolved.
    default Optional<String> refusal(String host) {
        return Optional.empty();
    }

    /// An exchange with a request or reply that is streamed from or to a file.
    default WireReply transfer(Transfer transfer) {
        throw new UnsupportedOperationException("file transfers are not supported");
    }

    /// A transfer from an address that a row names instead of the settings: localhost, too, must be allowed.
    default WireReply download(Transfer transfer) {
        throw new UnsupportedOperationException("downloads are not supported");
    }
}

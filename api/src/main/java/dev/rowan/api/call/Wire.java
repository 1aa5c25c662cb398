package dev.rowan.api.call;

import java.util.Optional;

/// The way out to a service: one exchange is one send, never repeated and never redirected.
///
/// To be called on a virtual thread, where an interrupt cuts the exchange off. It then tells what came of it
/// as always, and the thread stays interrupted.
@FunctionalInterface
public interface Wire {

    WireReply exchange(WireRequest request);

    /// Opens a connection as an exchange of `request` would, with TLS where it has that, sends nothing and closes it.
    /// Says what hindered it; empty when it was opened, and always so for a wire without connections.
    default Optional<WireReply.NotSent> connect(WireRequest request) {
        return Optional.empty();
    }

    /// An exchange with a request or a reply that is streamed from or to a file.
    default WireReply transfer(Transfer transfer) {
        throw new UnsupportedOperationException("this wire moves no files");
    }
}

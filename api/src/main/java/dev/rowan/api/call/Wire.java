package dev.rowan.api.call;

/// The way out to a service: one exchange is one send, never repeated and never redirected.
///
/// To be called on a virtual thread, where an interrupt cuts the exchange off. It then tells what came of it
/// as always, and the thread stays interrupted.
@FunctionalInterface
public interface Wire {

    WireReply exchange(WireRequest request);

    /// The same with a request or a reply that is streamed from or to a file.
    default WireReply transfer(Transfer transfer) {
        throw new UnsupportedOperationException("this wire moves no files");
    }
}

package dev.rowan.simulator.http;

import java.io.IOException;

/// Handles requests; called concurrently, by one thread per connection.
@FunctionalInterface
public interface Handler {

    /// Answers `request` by sending one reply through `out`; it returns when the reply has left.
    void handle(HttpRequest request, ReplyPort out) throws IOException, InterruptedException;

    /// Where the reply goes.
    @FunctionalInterface
    interface ReplyPort {
        void send(HttpReply reply) throws IOException, InterruptedException;
    }
}

package dev.rowan.api.call;

/// Adds what a request needs to be accepted and what changes with time, such as a token or a signature. The client
/// calls
/// it just before it sends the request; the record has the request without it. Thread-safe.
@FunctionalInterface
public interface RequestSigner {
    RequestSigner NONE = request -> request;

    /// The request as it is sent.
    WireRequest sign(WireRequest request) throws SignInException;
}

package dev.rowan.simulator.service;

import dev.rowan.simulator.http.Request;

/// One call that a service offers, such as OpenAI's chat completions.
public interface Endpoint {

    /// The name in journal, bill and settings, such as `openai_chat`.
    String name();

    Dialect dialect();

    /// Whether this endpoint is the one that `request` is meant for.
    boolean serves(Request request);

    /// The answer to a request whose key was good.
    Answered answer(Ask ask) throws RefusedException;
}

package dev.rowan.simulator;

import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Refusal;
import java.util.List;
import java.util.Optional;

/// The result of handling a request, before it is rendered as a reply.
sealed interface HandledRequest {

    Optional<RateState> rates();

    /// Served; model usage will be billed.
    record Served(EndpointResult given, Optional<RateState> rates) implements HandledRequest {}

    /// Rejected without any work. `headers` say when to retry.
    record Turned(Refusal refusal, List<Header> headers, Optional<RateState> rates) implements HandledRequest {}
}

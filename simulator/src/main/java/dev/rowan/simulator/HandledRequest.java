package dev.rowan.simulator;

import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Refusal;
import java.util.List;
import java.util.Optional;

/// What became of a request, before it is put into a reply.
sealed interface HandledRequest {

    Optional<RateState> rates();

    /// The work is done, and what a model did will be billed.
    record Served(EndpointResult given, Optional<RateState> rates) implements HandledRequest {}

    /// Nothing was done for it. `headers` say when to come back.
    record Turned(Refusal refusal, List<Header> headers, Optional<RateState> rates) implements HandledRequest {

        Turned(Refusal refusal) {
            this(refusal, List.of(), Optional.empty());
        }
    }
}

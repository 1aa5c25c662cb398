package dev.rowan.simulator;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.bill.JournalEntry;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.PlannedFault;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.util.Optional;

/// One request with everything decided about it on arrival.
record RequestContext(
        HttpRequest request,
        Endpoint endpoint,
        SimulatorSettings settings,
        JournalEntry.Arrival arrival,
        Optional<String> key,
        Seed seed,
        PlannedFault planned,
        Duration latency) {

    ServiceDialect dialect() {
        return endpoint.dialect();
    }

    Fault fault() {
        return planned.fault();
    }
}

package dev.rowan.simulator;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.bill.Entry;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.PlannedFault;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Endpoint;
import java.time.Duration;
import java.util.Optional;

/// One request at the desk, with all that was decided about it when it came.
record Visit(
        Request request,
        Endpoint endpoint,
        SimulatorSettings settings,
        Entry.Arrival arrival,
        Optional<String> key,
        Seed seed,
        PlannedFault planned,
        Duration latency) {

    Dialect dialect() {
        return endpoint.dialect();
    }

    Fault fault() {
        return planned.fault();
    }
}

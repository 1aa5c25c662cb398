package dev.rowan.simulator.fault;

import java.util.Optional;

/// A fault with a probability, for one endpoint or for all that it applies to.
public record FaultRule(Optional<String> endpoint, PlannedFault planned, double probability) {

    boolean fits(String name) {
        return endpoint.map(name::equals).orElse(true) && planned.fault().fits(name);
    }
}

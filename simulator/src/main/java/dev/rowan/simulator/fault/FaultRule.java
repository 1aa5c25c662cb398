package dev.rowan.simulator.fault;

import java.util.Optional;

/// A fault that befalls requests with a probability, those of one endpoint or those of all that it fits.
public record FaultRule(Optional<String> endpoint, PlannedFault planned, double probability) {

    boolean fits(String name) {
        return endpoint.map(name::equals).orElse(true) && planned.fault().fits(name);
    }
}

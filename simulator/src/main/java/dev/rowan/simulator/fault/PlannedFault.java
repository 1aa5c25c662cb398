package dev.rowan.simulator.fault;

import java.util.Optional;

/// A fault with the text that named it, which is what the journal shows.
public record PlannedFault(String text, Fault fault) {
    public static final PlannedFault NONE = new PlannedFault("none", new Fault.None());

    /// The fault that `text` names, when it names one.
    public static Optional<PlannedFault> of(String text) {
        return FaultText.parse(text).map(fault -> new PlannedFault(text.strip(), fault));
    }
}

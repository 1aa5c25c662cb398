package dev.rowan.engine.batch.planning;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.call.Budget;
import java.util.Optional;

/// The run's money as planning sees it.
@FunctionalInterface
public interface BudgetView {
    /// Sets `worst` aside if that can be done at once; empty when it fits only after others have settled.
    Optional<Budget.Leave> tryReserve(Usd worst);
}

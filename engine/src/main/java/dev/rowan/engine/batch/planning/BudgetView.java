package dev.rowan.engine.batch.planning;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.call.Budget;
import java.util.Optional;

/// The run's budget as planning sees it.
@FunctionalInterface
public interface BudgetView {
    /// Reserves `worst` if possible without waiting; empty if it fits only after others settle.
    Optional<Budget.Reservation> tryReserve(Usd worst);
}

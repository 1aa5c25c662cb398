package dev.rowan.landscape;

import dev.rowan.api.call.Usd;
import java.util.Optional;

/// The budget that the writers of a run share, as one of them sees it. The sum of their allowances never exceeds the
/// cap.
///
/// Every change is an event in the writer's chain. Has a session of its own, so it belongs to one thread at a time.
public interface CostPool extends AutoCloseable {

    /// The budget at one moment: `granted` is the sum of all allowances, `allowance` this writer's, `spentByOthers`
    /// what
    /// the others had spent when they last changed theirs. `draws` counts changes.
    record State(Usd cap, Usd granted, Usd allowance, Usd spentByOthers, long draws) {

        /// What no writer has; 0 if more is granted than a lowered cap.
        public Usd left() {
            return new Usd(Math.max(0, cap.pico() - granted.pico()));
        }
    }

    State read();

    /// Changes this writer's allowance, of which it has spent `spent`, if the budget is still as it was `seen` and the
    /// cap allows it. Durable on return; empty if nothing was changed.
    Optional<State> change(State seen, Usd allowance, Usd spent) throws InterruptedException;

    /// Changes the cap, durable on return. Allowances that are drawn already stay.
    void moveCap(Usd cap);

    /// Closes the session. Allowances stay.
    @Override
    void close();
}

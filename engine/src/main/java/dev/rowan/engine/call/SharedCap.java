package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import java.util.Optional;

/// The cap of the budget that the writers of a run share, as its owner changes it: writers see another cap when they
/// draw next. Owned by the run's own thread.
public final class SharedCap implements CostCap {
    private final Optional<CostPool> pool;

    /// Empty if the writers share no budget.
    public SharedCap(Optional<CostPool> pool) {
        this.pool = pool;
    }

    @Override
    public Optional<Usd> cap() {
        return pool.map(budget -> budget.read().cap()).filter(cap -> !cap.equals(Usd.MAX));
    }

    @Override
    public Usd spent() {
        return pool.map(budget -> budget.read().granted()).orElse(Usd.ZERO);
    }

    @Override
    public Optional<String> refusal() {
        return pool.isPresent()
                ? Optional.empty()
                : Optional.of("the run was started without a budget for its workers to share; drain it, set"
                        + " run.max_cost_usd, and resume it");
    }

    @Override
    public Usd beginMove() {
        return spent();
    }

    @Override
    public void moveCap(Usd to) {
        pool.orElseThrow().moveCap(to);
    }

    @Override
    public void keepCap() {}
}

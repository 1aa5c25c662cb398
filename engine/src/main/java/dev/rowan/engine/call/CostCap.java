package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import java.util.Optional;

/// The cap on the cost of a run, which may be changed while the run works: in two steps between which nothing is
/// granted, so that the amount reserved under the old one is known.
public interface CostCap {
    Optional<Usd> cap();

    /// What is spent so far.
    Usd spent();

    /// Why the cap cannot be changed; empty if it can.
    Optional<String> refusal();

    /// Grants nothing until [#moveCap] or [#keepCap]; returns what is spent and reserved.
    Usd beginMove();

    /// Changes the cap. Waiting calls are checked against it.
    void moveCap(Usd to);

    /// Ends a change without changing the cap.
    void keepCap();
}

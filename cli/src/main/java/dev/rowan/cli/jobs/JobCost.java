package dev.rowan.cli.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.engine.jobs.PricedJob;

/// What a job costs, in words.
final class JobCost {
    private JobCost() {}

    /// `$1.20`, `at most $2.40`, `$1.20 SIMULATED`
    static String words(PricedJob priced) {
        String usd = (priced.reserved().equals(Usd.ZERO) ? "" : "at most ")
                + Figures.dollars(priced.cost().plus(priced.reserved()));
        return priced.simulated() ? usd + " SIMULATED" : usd;
    }
}

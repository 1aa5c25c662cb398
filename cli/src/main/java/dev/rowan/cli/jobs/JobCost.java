package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.Figures;
import dev.rowan.engine.jobs.PricedJob;

/// The cost of a job as text.
final class JobCost {
    private JobCost() {}

    /// `$1.20`, `at most $2.40`, `unknown`, `$1.20 SIMULATED`
    static String text(PricedJob priced) {
        String usd = priced.atMost().words(Figures::dollars);
        return priced.simulated() ? usd + " SIMULATED" : usd;
    }
}

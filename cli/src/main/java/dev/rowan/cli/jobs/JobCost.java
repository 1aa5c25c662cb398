package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.Figures;
import dev.rowan.engine.jobs.PricedJob;

/// What a job costs, in words.
final class JobCost {
    private JobCost() {}

    /// `$1.20`, `at most $2.40`, `unknown`, `$1.20 SIMULATED`
    static String words(PricedJob priced) {
        String usd = priced.atMost().words(Figures::dollars);
        return priced.simulated() ? usd + " SIMULATED" : usd;
    }
}

package dev.rowan.cli.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.Figures;
import java.util.Optional;

/// A job with what it costs: what its items came to, and the most that those without an end may come to. Of a
/// simulated run nothing was paid.
public record PricedJob(Job job, Optional<Usd> cost, Usd reserved, boolean simulated) {

    /// `$1.20`, `at most $2.40`, `SIMULATED`
    public String words() {
        if (simulated) {
            return "SIMULATED";
        }
        Usd most = cost.orElse(Usd.ZERO).plus(reserved);
        return (reserved.equals(Usd.ZERO) ? "" : "at most ") + Figures.dollars(most);
    }
}

package dev.rowan.cli.jobs;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.report.Figures;

/// The cost of a job as text.
final class JobCost {
    private JobCost() {}

    /// `$1.20`, `at most $2.40`, `unknown`, `$1.20 SIMULATED`
    static String text(JobAudit audit) {
        String usd = audit.atMost().text(Figures::dollars);
        return audit.simulated() ? usd + " SIMULATED" : usd;
    }
}

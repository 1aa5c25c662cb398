package dev.rowan.cli.jobs;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.report.Figures;

/// What a job costs, in words.
final class JobCost {
    private JobCost() {}

    /// `$1.20`, `at most $2.40`, `unknown`, `$1.20 SIMULATED`
    static String words(JobAudit audit) {
        String usd = audit.atMost().words(Figures::dollars);
        return audit.simulated() ? usd + " SIMULATED" : usd;
    }
}

package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.rows.CommonFailure;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunForecast;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A finished run with everything its summary needs: result, pipeline and landscape address.
///
/// `audits`, `report` and `failure`, the most frequent one, are of the record, and so of all processes of the run.
/// `simulator` is the one that ends with this program, `forecast` what was expected.
record EndedRun(
        RunResult result,
        Pipeline pipeline,
        String landscape,
        ExitCode code,
        List<JobAudit> audits,
        RunReport report,
        Optional<CommonFailure> failure,
        Optional<URI> simulator,
        Optional<RunForecast> forecast) {

    EndedRun {
        audits = List.copyOf(audits);
    }

    List<JobReport> jobs() {
        return audits.stream().map(JobAudit::job).toList();
    }

    CallTotals calls() {
        return report.run().calls();
    }

    Duration took() {
        return report.duration();
    }

    /// Jobs still running at their providers.
    List<JobReport> openJobs() {
        return jobs().stream().filter(job -> !job.phase().isOver()).toList();
    }

    /// Whether all open jobs are held.
    boolean needsDecision() {
        return !openJobs().isEmpty()
                && openJobs().stream().allMatch(job -> job.held().isPresent());
    }

    /// Whether an open job is at the built-in simulator and ends with it.
    boolean losesJobs() {
        return openJobs().stream()
                .flatMap(job -> job.state().plan().account().stream())
                .anyMatch(account -> simulator
                        .filter(address -> account.startsWith(address.toString()))
                        .isPresent());
    }

    /// Whether only the rows of cancelled jobs are left, which someone must resubmit.
    boolean awaitsResubmission() {
        return openJobs().isEmpty() && jobs().stream().anyMatch(JobReport::isWithdrawn);
    }

    /// The status as text.
    String statusText() {
        return RunSummary.statusText(result.status().word(), result.counts().outcomes());
    }

    /// A sink with this run's output.
    record Written(String name, Optional<Path> file, String target, Optional<Sink.Mark> mark) {
        long rows() {
            return mark.map(Sink.Mark::rows).orElse(0L);
        }

        long start() {
            return mark.map(Sink.Mark::start).orElse(0L);
        }

        long bytes() {
            return mark.map(m -> m.end() - m.start()).orElse(0L);
        }
    }

    List<Written> sinks() {
        return pipeline.sinks().stream()
                .map(node -> new Written(
                        node.name(),
                        node.sink().file(),
                        node.sink().describe(),
                        Optional.ofNullable(result.sinks().get(node.name()))))
                .toList();
    }

    /// The copy of the head next to the output.
    Optional<Path> headFile() {
        return sinks().stream()
                .flatMap(sink -> sink.file().stream())
                .findFirst()
                .map(file -> file.resolveSibling("rowan-" + result.runId() + ".head.json"));
    }

    double rowsPerSecond() {
        return result.counts().rowsEnded() / Math.max(1e-9, took().toNanos() / 1e9);
    }

    /// Rows that were read or derived and have no outcome.
    long unfinished() {
        return rows() - result.counts().rowsEnded();
    }

    /// Rows that were read or derived.
    long rows() {
        return result.counts().rowsRead() + result.counts().rowsDerived();
    }

    /// Rows awaiting batch results.
    long awaiting() {
        return Math.min(result.counts().parked(), unfinished());
    }

    /// Rows that were written behind the last mark of a sink.
    long undurable() {
        return Math.min(result.counts().undurable(), unfinished() - awaiting());
    }

    long outcomes() {
        return result.counts().outcomes().values().stream().mapToLong(n -> n).sum();
    }
}

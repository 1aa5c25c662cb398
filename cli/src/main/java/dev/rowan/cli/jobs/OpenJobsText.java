package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The jobs of a run as part of a longer text: a summary, and the open jobs as a table.
/// `where` is the option that selects the landscape in a command.
public record OpenJobsText(List<JobReport> jobs, String where, Shell shell) {
    private static final String INDENT = "  ";
    private static final int SHOWN = 10;

    public OpenJobsText {
        jobs = List.copyOf(jobs);
    }

    /// An empty line and the text; empty for a run without jobs.
    public List<String> lines() {
        if (jobs.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<>(
                List.of("", INDENT + shell.screens().out().paint().dim(phases())));
        List<JobReport> open = jobs.stream()
                .filter(JobReport::isOpen)
                .sorted(Comparator.comparing(job -> job.held().isEmpty()))
                .toList();
        if (!open.isEmpty()) {
            lines.addAll(
                    JobsTable.of(open.stream().limit(SHOWN).toList(), shell).lines(INDENT));
        }
        lines.addAll(JobTroubles.lines(open.stream().limit(SHOWN).toList(), INDENT, shell));
        if (open.size() > SHOWN) {
            lines.add(INDENT + "and " + (open.size() - SHOWN) + " more: " + shell.program() + " batch list "
                    + jobs.getFirst().runId() + where);
        }
        return lines;
    }

    private String phases() {
        return BatchFigures.batches(jobs.stream().map(JobCount::of).toList());
    }
}

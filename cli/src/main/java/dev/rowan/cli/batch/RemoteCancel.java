package dev.rowan.cli.batch;

import dev.rowan.cli.command.ControlRequestClient;
import dev.rowan.cli.command.ControlRequestClient.Sent;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.run.ReportOptions;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.ControlRequest;
import java.util.Optional;
import java.util.OptionalLong;

/// Cancels jobs of a run that another process executes, by a control request to that process.
record RemoteCancel(String runId, OptionalLong job, LandscapeAddress address, Shell shell) {

    /// Whether another process executes the run.
    static boolean applies(RunSummary run) {
        return run.status().equals(RunSummary.RUNNING);
    }

    /// That process's answer; empty if it has ended meanwhile. A refusal is a [UsageException].
    Optional<Sent> send() throws InterruptedException {
        Optional<Sent> sent = ControlRequestClient.sendIfWorkedOn(
                address, runId, RunExecutor.operator(), new ControlRequest.CancelJobs(job), shell.time());
        sent.flatMap(Sent::answer).filter(answer -> !answer.followed()).ifPresent(refused -> {
            throw new UsageException("the process executing run " + runId + " did not cancel: " + refused.message());
        });
        return sent;
    }

    void report(Sent sent, ReportOptions report) {
        String message = sent.answer()
                .map(ControlRequestStore.Answer::message)
                .orElse("no answer within " + ControlRequestClient.ANSWER_TIMEOUT.toSeconds()
                        + " s; the request stays pending until that process reads it or ends");
        if (report.json()) {
            shell.out()
                    .println(JsonObject.object()
                            .put("run", runId)
                            .put("request", sent.number())
                            .put("followed", sent.answer().map(ControlRequestStore.Answer::followed))
                            .put("message", message)
                            .line());
        } else if (!report.quiet()) {
            String where = address.option(shell);
            shell.out().println(SafeText.line(message));
            shell.out().println("");
            shell.out().println("Next:");
            shell.out().println("  " + shell.program() + " batch list " + runId + where + "    # shows the job status");
        }
    }
}

package dev.rowan.cli.batch;

import dev.rowan.cli.command.ControlRequests;
import dev.rowan.cli.command.ControlRequests.Sent;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UseException;
import dev.rowan.cli.run.ReportOptions;
import dev.rowan.cli.run.Running;
import dev.rowan.cli.terminal.Json;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.landscape.RunOrders;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.Order;
import dev.rowan.landscape.story.RunSummary;
import java.util.Optional;
import java.util.OptionalLong;

/// Cancels jobs of a run that another process works on, by a control request to that process.
record RemoteCancel(String runId, OptionalLong job, LandscapeAddress address, Shell shell) {

    /// Whether another process works on the run.
    static boolean applies(RunSummary run) {
        return run.status().equals(RunSummary.RUNNING);
    }

    /// What that process answered; empty when it has ended meanwhile. A refusal is a [UseException].
    Optional<Sent> send() throws InterruptedException {
        Optional<Sent> sent = ControlRequests.sendIfWorkedOn(
                address, runId, Running.operator(), new Order.CancelJobs(job), shell.time());
        sent.flatMap(Sent::answer).filter(answer -> !answer.followed()).ifPresent(refused -> {
            throw new UseException("the process that works on run " + runId + " did not cancel: " + refused.words());
        });
        return sent;
    }

    void tell(Sent sent, ReportOptions report) {
        String words = sent.answer()
                .map(RunOrders.Answer::words)
                .orElse("no answer within " + ControlRequests.PATIENCE.toSeconds()
                        + " s; the request stands until the process that works on the run sees it or ends");
        if (report.json()) {
            shell.out()
                    .println(Json.object()
                            .put("run", runId)
                            .put("request", sent.number())
                            .put("followed", sent.answer().map(RunOrders.Answer::followed))
                            .put("message", words)
                            .line());
        } else if (!report.quiet()) {
            String where = address.finding(Landscapes.describe(address.url(), address.base()), shell)
                    .option();
            shell.out().println(SafeText.line(words));
            shell.out().println("");
            shell.out().println("Next:");
            shell.out().println("  " + shell.program() + " batch list " + runId + where + "    # shows how they end");
        }
    }
}

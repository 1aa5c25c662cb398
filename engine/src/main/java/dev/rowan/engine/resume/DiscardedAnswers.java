package dev.rowan.engine.resume;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.CallPlanner.Plan;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.call.RequestHash;
import dev.rowan.engine.change.AnswersDiscardedException.JobLoss;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.graph.TokenPosition;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Finds the answers of open batch jobs that a changed pipeline would not use, because it does not make their
/// requests any more. Reads the record and sends nothing.
public record DiscardedAnswers(
        LandscapeReader reader, Pipeline pipeline, Redaction redaction, Optional<URI> simulator) {
    private static final List<String> EVERYWHERE = List.of("plugins_sha256", "simulated");

    /// Per job; jobs that `orders` cancel anyway are left out.
    public List<JobLoss> of(RunStart before, RunStart now, List<JobCommand> orders) {
        List<Long> decided = orders.stream()
                .filter(order -> order instanceof JobCommand.Cancel)
                .map(JobCommand::job)
                .toList();
        return JobReport.of(reader, now.runId()).stream()
                .filter(job -> !job.phase().isOver() && !decided.contains(job.number()))
                .filter(job -> isChanged(job.node(), before, now))
                .flatMap(job -> loss(job).stream())
                .toList();
    }

    private static boolean isChanged(String name, RunStart before, RunStart now) {
        return !node(name, before).equals(node(name, now))
                || EVERYWHERE.stream()
                        .anyMatch(setting -> !Objects.equals(
                                before.settings().get(setting), now.settings().get(setting)));
    }

    /// What determines the requests of a transform.
    private static Optional<String> node(String name, RunStart run) {
        return run.nodes().stream()
                .filter(node -> node.name().equals(name))
                .map(node -> node.plugin() + " " + node.pluginVersion() + " " + node.optionsSha256())
                .findFirst();
    }

    private Optional<JobLoss> loss(JobReport job) {
        List<BatchItem> open = reader.jobs().manifest(job.runId(), job.number()).stream()
                .filter(item -> item.end().isEmpty())
                .toList();
        Optional<TransformNode> node = pipeline.transforms().stream()
                .filter(one -> one.name().equals(job.node()))
                .findFirst();
        List<BatchItem> lost = node.filter(one -> one.transform() instanceof CallPlanner)
                .map(one -> lost(job.runId(), open, one))
                .orElse(open);
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of(new JobLoss(
                        job.number(),
                        job.node(),
                        job.provider(),
                        job.batchId(),
                        lost.size(),
                        lost.stream()
                                .map(item -> item.key().rowSeq())
                                .distinct()
                                .sorted()
                                .toList(),
                        lost.stream().map(BatchItem::worst).reduce(Usd.ZERO, Usd::plus)));
    }

    private List<BatchItem> lost(String runId, List<BatchItem> open, TransformNode node) {
        Map<Long, List<BatchItem>> byRow =
                open.stream().collect(Collectors.groupingBy(item -> item.key().rowSeq()));
        List<Long> rows = byRow.keySet().stream().sorted().toList();
        var lost = new ArrayList<BatchItem>();
        for (int from = 0; from < rows.size(); ) {
            List<Long> page = reader.pendingRows().page(runId, rows.subList(from, rows.size()));
            for (PendingRow row : reader.pendingRows().unfinished(runId, page)) {
                for (BatchItem item : byRow.getOrDefault(row.rowSeq(), List.of())) {
                    if (!isAskedStill(item.key(), row, node)) {
                        lost.add(item);
                    }
                }
            }
            from += Math.max(1, page.size());
        }
        return lost;
    }

    private boolean isAskedStill(CallKey key, PendingRow row, TransformNode node) {
        Optional<Plan> plan = row.tokens().stream()
                .filter(token -> token.part() == key.part())
                .map(token -> TokenPosition.of(pipeline.graph(), row, token))
                .filter(token -> token.at().equals(new Target.Node(key.node())))
                .findFirst()
                .filter(token -> node.schema().check(token.row()).isEmpty())
                .map(token -> ((CallPlanner) node.transform()).plan(token.row()));
        if (!(plan.orElse(null) instanceof Plan.Sends(List<Call> calls))) {
            return false;
        }
        return calls.stream()
                .filter(call -> call.number() == key.number())
                .findFirst()
                .map(call -> hash(call).equals(key.requestSha256()))
                .orElseGet(() -> calls.stream().allMatch(call -> isRecorded(call, key, row)));
    }

    /// A request that follows from earlier answers, which no plan has, is still made if those before it are.
    private boolean isRecorded(Call call, CallKey later, PendingRow row) {
        return row.calls().stream()
                .map(PendingRow.PastCall::key)
                .anyMatch(key -> key.part() == later.part()
                        && key.node() == later.node()
                        && key.number() == call.number()
                        && key.requestSha256().equals(hash(call)));
    }

    private String hash(Call call) {
        return RequestHash.of(call.request(), redaction, simulator);
    }
}

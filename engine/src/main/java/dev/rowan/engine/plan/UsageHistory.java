package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.call.RecordedRequest;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.CallUsage;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the latest runs of a pipeline record about its calls.
public final class UsageHistory {
    /// A pipeline that was never run.
    public static final UsageHistory NONE = new UsageHistory(Map.of());

    /// At most so many runs count, and no more once they have this many calls.
    private static final int RUNS = 50;

    private static final long CALLS = 20_000;

    private static final int SEARCHED = 500;

    private final Map<String, List<NodeRun>> nodes;

    private UsageHistory(Map<String, List<NodeRun>> nodes) {
        this.nodes = nodes;
    }

    /// A node in one run: a request, what its calls used, and how many calls it made for how many rows; `completed` if
    /// these are all.
    private record NodeRun(Payload request, List<CallUsage> usage, long rows, long calls, boolean completed) {}

    /// Reads the runs with the pipeline's name.
    public static UsageHistory read(LandscapeReader reader, String pipeline) {
        var nodes = new HashMap<String, List<NodeRun>>();
        long calls = 0;
        int runs = 0;
        for (RunSummary run : reader.runs().newest(SEARCHED)) {
            if (run.name().equals(pipeline) && run.calls().calls() > 0 && runs < RUNS && calls < CALLS) {
                add(reader, run, nodes);
                calls += run.calls().calls();
                runs++;
            }
        }
        return new UsageHistory(nodes);
    }

    private static void add(LandscapeReader reader, RunSummary run, Map<String, List<NodeRun>> nodes) {
        List<CallUsage> usage = reader.calls().usage(run.runId());
        Map<Integer, Long> calls = reader.calls().answeredByNode(run.runId());
        for (RunStart.Node node : reader.runs().declared(run.runId()).nodes()) {
            Optional<Payload> request = node.calls().isPresent() && calls.containsKey(node.index())
                    ? reader.calls().request(run.runId(), node.index())
                    : Optional.empty();
            request.ifPresent(sent -> nodes.computeIfAbsent(node.name(), _ -> new ArrayList<>())
                    .add(new NodeRun(
                            sent,
                            usage.stream()
                                    .filter(of -> of.node() == node.index())
                                    .toList(),
                            Math.min(run.rowsRead(), CallQueries.USAGE_ROWS),
                            calls.getOrDefault(node.index(), 0L),
                            run.isCompleted())));
        }
    }

    /// The history of a node whose calls are like `call`: those to the same address and model.
    NodeHistory of(String node, Call call, Optional<URI> simulator) {
        Payload planned = recorded(call, simulator);
        var usage = new HashMap<NodeHistory.Key, CallUsage>();
        long rows = 0;
        long calls = 0;
        for (NodeRun run : nodes.getOrDefault(node, List.of())) {
            if (isLike(run.request(), planned)) {
                run.usage()
                        .forEach(of -> usage.merge(new NodeHistory.Key(of.call(), of.batched()), of, CallUsage::plus));
                rows += run.completed() ? run.rows() : 0;
                calls += run.completed() ? run.calls() : 0;
            }
        }
        return new NodeHistory(usage, rows, calls, simulator);
    }

    static Payload recorded(Call call, Optional<URI> simulator) {
        return RecordedRequest.of(call.request(), Redaction.of(List.of()), simulator)
                .bytes();
    }

    private static boolean isLike(Payload one, Payload other) {
        HttpMessage.Parts a = HttpMessage.read(one.bytes());
        HttpMessage.Parts b = HttpMessage.read(other.bytes());
        return a.first().equals(b.first()) && model(a).equals(model(b));
    }

    private static Optional<Object> model(HttpMessage.Parts message) {
        try {
            @Nullable Object body = RowJson.readValue(message.body().bytes());
            return body instanceof Map<?, ?> fields ? Optional.ofNullable(fields.get("model")) : Optional.empty();
        } catch (JsonException _) {
            return Optional.empty();
        }
    }
}

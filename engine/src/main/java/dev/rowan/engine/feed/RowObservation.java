package dev.rowan.engine.feed;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.RowObserver;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.transform.LocalTransform;
import dev.rowan.engine.transform.RoutedResult;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.Content;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Shows rows to the transforms that depend on the rows before: each as it arrives at the node, for which the
/// transforms before it, which are deterministic and make no calls, process it. Owned by the reader thread.
public final class RowObservation {
    private static final String OBSERVED = "observed";
    private static final int AT_ONCE = 1_000;

    private final Pipeline pipeline;
    private final LocalTransform local;
    private final BitSet leading = new BitSet();

    public RowObservation(Pipeline pipeline, Time time) {
        this.pipeline = pipeline;
        this.local = new LocalTransform(time);
        Graph graph = pipeline.graph();
        for (TransformNode node : pipeline.transforms()) {
            if (node.transform() instanceof RowObserver) {
                graph.nodes().stream()
                        .filter(before -> graph.reaches(new Target.Node(before.index()), node.index()))
                        .forEach(before -> leading.set(before.index()));
            }
        }
    }

    /// Whether no transform wants to see rows.
    public boolean isEmpty() {
        return leading.isEmpty();
    }

    /// Shows the rows that a run has on record.
    public void observe(LandscapeReader reader, String runId) throws PluginException, InterruptedException {
        if (isEmpty()) {
            return;
        }
        List<PendingRow> page = reader.pendingRows().recorded(runId, 0, AT_ONCE);
        while (!page.isEmpty()) {
            for (PendingRow row : page) {
                switch (row.content()) {
                    case Content.Values(Row values) -> observe(row.rowSeq(), row.source(), values);
                    case Content.Unreadable _ -> {}
                    case Content.Gone _ ->
                        throw new PluginException(("the values of row %,d of run %s were deleted from the landscape, so"
                                        + " its duplicates are unknown; run the pipeline again on its input")
                                .formatted(row.rowSeq(), runId));
                }
            }
            page = reader.pendingRows().recorded(runId, page.getLast().rowSeq(), AT_ONCE);
        }
    }

    /// Shows a row.
    void observe(long rowSeq, Optional<String> source, Row row) throws PluginException, InterruptedException {
        var token = new TokenInfo(OBSERVED, rowSeq, 0);
        Row carried = row;
        Target at = pipeline.graph().start(source);
        while (at instanceof Target.Node(int index) && leading.get(index)) {
            TransformNode node = pipeline.transforms().get(index);
            if (node.transform() instanceof RowObserver observer) {
                observer.observe(rowSeq, carried);
            }
            RoutedResult routed = local.process(node, (RowTransform) node.transform(), token, carried);
            switch (routed.result()) {
                case TransformResult.Success(Row output) -> {
                    carried = output;
                    at = pipeline.graph().after(index, routed.route());
                }
                case TransformResult.Error(var reason, var verdict) -> {
                    Optional<Target> next = node.errorNode(reason, verdict);
                    if (next.isEmpty()) {
                        return;
                    }
                    carried = carried.with(ErrorField.NAME, ErrorField.of(node.name(), reason));
                    at = next.get();
                }
                case TransformResult.SuccessMulti _ -> throw new IllegalStateException("'" + node.name() + "' splits");
            }
        }
    }
}

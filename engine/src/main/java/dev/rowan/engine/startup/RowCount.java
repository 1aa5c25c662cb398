package dev.rowan.engine.startup;

import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowCountAware;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/// The number of rows of a pipeline's sources, for transforms that must know it before the first row. It is recorded
/// with the run, so that resuming, retrying and replaying use the same.
public final class RowCount {
    static final String SETTING = "source_rows";

    private RowCount() {}

    private static List<RowCountAware> aware(Pipeline pipeline) {
        return pipeline.transforms().stream()
                .map(node -> node.transform())
                .filter(RowCountAware.class::isInstance)
                .map(RowCountAware.class::cast)
                .filter(RowCountAware::needsRowCount)
                .toList();
    }

    /// Reads the sources once if a transform needs their number of rows, and tells it.
    public static OptionalLong count(Pipeline pipeline, PluginSetup setup) throws IOException, InterruptedException {
        List<RowCountAware> aware = aware(pipeline);
        if (aware.isEmpty()) {
            return OptionalLong.empty();
        }
        long rows = 0;
        for (SourceNode node : pipeline.sources()) {
            try (Source source = node.copy().get()) {
                source.prepare(setup);
                source.open();
                while (source.next().isPresent()) {
                    rows++;
                }
            }
        }
        for (RowCountAware one : aware) {
            one.rowCount(rows);
        }
        return OptionalLong.of(rows);
    }

    /// Tells the transforms the number that was recorded with `run`.
    static void restore(Pipeline pipeline, RunStart run) {
        if (run.settings().get(SETTING) instanceof Long rows) {
            aware(pipeline).forEach(one -> one.rowCount(rows));
        }
    }
}

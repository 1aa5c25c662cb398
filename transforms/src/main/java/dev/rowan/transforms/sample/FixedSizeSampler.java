package dev.rowan.transforms.sample;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowCountAware;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.schema.RowFields;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/// Keeps the given number of the source's rows: those with the smallest hashes. All tokens of a row share its fate.
final class FixedSizeSampler implements RowSelector, RowCountAware {
    private final long wanted;
    private final long seed;
    private volatile long largest = Long.MAX_VALUE;

    FixedSizeSampler(SampleSettings settings) {
        this.wanted = settings.rows().orElseThrow();
        this.seed = settings.seed();
    }

    @Override
    public boolean needsRowCount() {
        return true;
    }

    @Override
    public void rowCount(long rows) {
        if (rows <= wanted) {
            return;
        }
        var smallest = new PriorityQueue<Long>((int) wanted + 1, Collections.reverseOrder());
        for (long row = 1; row <= rows; row++) {
            long hash = hash(row);
            if (smallest.size() < wanted) {
                smallest.add(hash);
            } else if (hash < smallest.element()) {
                smallest.remove();
                smallest.add(hash);
            }
        }
        largest = smallest.element();
    }

    private long hash(long rowSeq) {
        return SampleHash.of(seed, List.of(rowSeq));
    }

    @Override
    public String droppedAs() {
        return BernoulliSampler.NOT_SAMPLED;
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public Selection select(Row row, PluginContext context) {
        return hash(context.token().rowSeq()) <= largest ? new Selection.Kept() : new Selection.Dropped(row);
    }
}

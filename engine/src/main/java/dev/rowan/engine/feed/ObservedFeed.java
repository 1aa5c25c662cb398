package dev.rowan.engine.feed;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source;
import java.io.IOException;
import java.util.Optional;

/// The rows of another feed; new ones are shown to the transforms that depend on the rows before.
public final class ObservedFeed implements RowFeed {
    private final RowFeed rows;
    private final RowObservation observation;

    private ObservedFeed(RowFeed rows, RowObservation observation) {
        this.rows = rows;
        this.observation = observation;
    }

    public static RowFeed of(RowFeed rows, RowObservation observation) {
        return observation.isEmpty() ? rows : new ObservedFeed(rows, observation);
    }

    @Override
    public Optional<InputRow> next() throws IOException, InterruptedException {
        Optional<InputRow> next = rows.next();
        if (next.isPresent()
                && next.get()
                        instanceof
                        InputRow.Fresh(
                                long rowSeq,
                                Optional<String> source,
                                Source.Item.Record(String _, Row row, Optional<String> _),
                                var _)) {
            observation.observe(rowSeq, source, row);
        }
        return next;
    }

    @Override
    public long progress() {
        return rows.progress();
    }

    @Override
    public boolean hasPending() {
        return rows.hasPending();
    }
}

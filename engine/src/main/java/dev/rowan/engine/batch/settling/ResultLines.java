package dev.rowan.engine.batch.settling;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.engine.batch.LineReader;
import dev.rowan.engine.jobs.StrayLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/// The lines of a job's results, each matched to its item by id, never by position: every item at most once. A
/// duplicate line, an unknown id or an unreadable line is an anomaly and affects no other. Owned by one thread.
public final class ResultLines {
    private final BatchService service;
    private final String submission;
    private final int items;
    private final BitSet seen;
    private final ResultAnomalies anomalies = new ResultAnomalies();

    /// Lines of the `items` requests of a submission.
    public ResultLines(BatchService service, String submission, int items) {
        this.service = service;
        this.submission = submission;
        this.items = items;
        this.seen = new BitSet(items);
    }

    /// Receives the result of one item.
    @FunctionalInterface
    public interface Taker {
        void take(int item, ItemResult result) throws InterruptedException;
    }

    /// Reads one result file; `name` identifies it in anomalies.
    public void read(Path file, String name, Taker taker) throws IOException, InterruptedException {
        try (var lines = new LineReader(file, LineReader.MAX_LINE_BYTES)) {
            long place = 0;
            for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                place++;
                if (!line.isBlank()) {
                    line(line, name, place, taker);
                }
            }
        }
    }

    private void line(LineReader.Line line, String name, long place, Taker taker) throws InterruptedException {
        Optional<ItemResult> result = line.bytes().flatMap(service::result);
        if (result.isEmpty()) {
            anomalies.malformed(name + ":" + place);
            return;
        }
        Optional<CustomId> id = CustomId.parse(result.get().customId())
                .filter(found -> found.submission().equals(submission) && found.item() < items);
        if (id.isEmpty()) {
            anomalies.unknown(name + ":" + place);
        } else if (seen.get(id.get().item())) {
            anomalies.duplicate(name + ":" + place);
        } else {
            seen.set(id.get().item());
            taker.take(id.get().item(), result.get());
        }
    }

    /// The number of items with a line.
    public int found() {
        return seen.cardinality();
    }

    StrayLines strayLines() {
        return anomalies.toStrayLines();
    }
}

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

/// The lines of a job's results, each matched by its id, never by its place, with the item that it is about:
/// every item at most once. A line that is a second one for its id, has an unknown id or cannot be read is an
/// anomaly and hurts no other. Owned by one thread.
public final class ResultLines {
    private final BatchService service;
    private final String submission;
    private final int items;
    private final BitSet seen;
    private final ResultAnomalies anomalies = new ResultAnomalies();

    /// Lines about the `items` requests of a submission.
    public ResultLines(BatchService service, String submission, int items) {
        this.service = service;
        this.submission = submission;
        this.items = items;
        this.seen = new BitSet(items);
    }

    /// Takes what the results say of one item.
    @FunctionalInterface
    public interface Taker {
        void take(int item, ItemResult result) throws InterruptedException;
    }

    /// Reads one file of results; `name` stands for it where an anomaly is told.
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

    /// How many items have a line.
    public int found() {
        return seen.cardinality();
    }

    StrayLines strayLines() {
        return anomalies.toStrayLines();
    }
}

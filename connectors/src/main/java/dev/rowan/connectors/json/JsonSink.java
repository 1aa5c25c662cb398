package dev.rowan.connectors.json;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.Sink;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.DestinationFolder;
import dev.rowan.connectors.file.LineSink;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.util.Optional;

/// Writes the rows as one JSON array, each on a line of its own. A resumed run opens the array again.
final class JsonSink extends LineSink {
    private boolean begun;

    JsonSink(Destination destination, Compression compression) {
        super(destination, compression);
    }

    /// Each part is an array.
    @Override
    public Parts parts() {
        return DestinationFolder.parts(destination(), false);
    }

    @Override
    public Sink part(PartInfo part) {
        return new JsonSink(destination().sibling(part.name()), compression());
    }

    @Override
    public Optional<String> check(Existing existing) {
        Optional<String> problem = super.check(existing);
        return problem.isEmpty() && existing == Existing.APPEND
                ? Optional.of(destination().name() + " is a JSON array, which rows cannot be appended to; use the sink"
                        + " 'jsonl'")
                : problem;
    }

    @Override
    public Mark resume(Mark mark) throws IOException {
        super.resume(mark);
        begun = mark.rows() > 0;
        return mark;
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        lines().buffer().write(begun ? ',' : '[');
        RowJson.write(row, lines().buffer());
        lines().endRow();
        begun = true;
        return Optional.empty();
    }

    @Override
    public Mark finish() throws IOException {
        closeArray();
        return super.finish();
    }

    @Override
    public void suspend() throws IOException {
        closeArray();
        lines().suspend();
    }

    private void closeArray() throws IOException {
        if (!begun) {
            lines().buffer().write('[');
        }
        lines().buffer().write(']');
        lines().endHeader();
    }
}

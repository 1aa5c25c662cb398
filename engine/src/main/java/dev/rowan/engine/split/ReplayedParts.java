package dev.rowan.engine.split;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkCalls;
import dev.rowan.landscape.record.SplitPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The output of a run whose parts were not joined, written again in one process: the same parts, so that the mark can
/// be
/// compared. Owned by the release thread.
public final class ReplayedParts implements Sink {
    private final Sink sink;
    private final SplitPlan plan;
    private final Mark recorded;
    private final TreeMap<Integer, SplitPart> done = new TreeMap<>();
    private @Nullable Sink part;
    private int split;
    private long rows;

    private ReplayedParts(Sink sink, SplitPlan plan, Mark recorded) {
        this.sink = sink;
        this.plan = plan;
        this.recorded = recorded;
    }

    /// The sink that writes what has the mark `recorded`.
    public static Sink of(Sink sink, SplitPlan plan, Mark recorded) {
        return recorded.state().isEmpty() ? sink : new ReplayedParts(sink, plan, recorded);
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        sink.prepare(setup);
    }

    @Override
    public void identify(Identity identity) {
        sink.identify(identity);
    }

    @Override
    public void connect(SinkCalls calls) {
        sink.connect(calls);
    }

    @Override
    public void expect(KnownFields fields) throws IOException, InterruptedException {
        sink.expect(fields);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return sink.check(existing);
    }

    @Override
    public void open(Existing existing) {}

    @Override
    public Optional<Reason> write(Row row) {
        throw new IllegalStateException("a row without a number is in no split");
    }

    @Override
    public Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        Optional<Reason> rejected = partOf(plan.splitOf(token.rowSeq())).write(row, token);
        rows += rejected.isEmpty() ? 1 : 0;
        return rejected;
    }

    private Sink partOf(int wanted) throws IOException {
        if (part != null && wanted == split) {
            return part;
        }
        finishPart();
        String name = sink.file()
                .map(file -> PartNames.listed(PartNames.of(file), wanted))
                .orElse("");
        Sink opened = sink.part(new PartInfo(wanted, name, true));
        opened.open(Existing.OVERWRITE);
        split = wanted;
        part = opened;
        return opened;
    }

    private void finishPart() throws IOException {
        Sink current = part;
        if (current != null) {
            part = null;
            try (current) {
                Mark mark = current.finish();
                done.put(split, new SplitPart("", "", mark.rows(), mark.end(), mark.sha256()));
            }
        }
    }

    @Override
    public Mark sync() {
        return new Mark(rows, 0, 0, Mark.at(0).sha256());
    }

    /// The first split has a part in every sink.
    @Override
    public Mark finish() throws IOException {
        finishPart();
        if (!done.containsKey(0)) {
            partOf(0);
            finishPart();
        }
        return new PartManifest(done).mark(recorded.state().orElse(""));
    }

    @Override
    public Optional<Path> file() {
        return sink.file();
    }

    @Override
    public String describe() {
        return sink.describe();
    }

    @Override
    public void close() throws IOException {
        if (part != null) {
            part.close();
        }
    }
}

package dev.rowan.engine.feed;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.landscape.RowQueries.LastRead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// The sources of a pipeline, read one after another. Owned by the reader thread.
public final class SourceSequence implements AutoCloseable {
    private final List<SourceNode> sources;
    private int current;

    public SourceSequence(List<SourceNode> sources) {
        this.sources = List.copyOf(sources);
    }

    /// A record, and the name of its source if it has one.
    public record SourcedItem(Optional<String> source, Source.Item item) {}

    /// Opens all sources, so that a missing one is noticed before the first row.
    public void open() throws IOException {
        for (int i = 0; i < sources.size(); i++) {
            try {
                sources.get(i).source().open();
            } catch (IOException | RuntimeException failed) {
                close(sources.subList(0, i), failed);
                throw failed;
            }
        }
    }

    private static void close(List<SourceNode> opened, Exception failed) {
        for (SourceNode node : opened) {
            try {
                node.source().close();
            } catch (IOException more) {
                failed.addSuppressed(more);
            }
        }
    }

    /// The next record, or empty at the end of the last source.
    public Optional<SourcedItem> next() throws IOException, InterruptedException {
        while (current < sources.size()) {
            SourceNode node = sources.get(current);
            Optional<Source.Item> item = node.source().next();
            if (item.isPresent()) {
                return Optional.of(new SourcedItem(node.name(), item.get()));
            }
            current++;
        }
        return Optional.empty();
    }

    /// Continues behind a record of an earlier process of this run. The sources before its own were read to their
    /// end; its own seeks, or is read again up to there.
    void continueAfter(LastRead last) throws IOException, InterruptedException {
        long skipped = last.rowSeq();
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).name().equals(last.source())) {
                current = i;
                skipped = sources.get(i).source().seek(last.position()) ? 0 : last.ofSource();
            }
        }
        for (long read = 0; read < skipped; read++) {
            if (next().isEmpty()) {
                throw new PluginException("%s has %,d records, and the run has read %,d of it; restore the input"
                        .formatted(describe(), read, skipped));
            }
        }
    }

    /// The fields that rows of some source are known to have.
    public RowFields fields() throws IOException, InterruptedException {
        RowFields all = sources.getFirst().source().fields();
        for (SourceNode node : sources.subList(1, sources.size())) {
            all = all.or(node.source().fields());
        }
        return all;
    }

    /// The fingerprint of the input, of several that of all; empty if one has none.
    public Optional<String> fingerprint() throws IOException {
        if (sources.size() == 1) {
            return sources.getFirst().source().fingerprint();
        }
        var all = new StringBuilder();
        for (SourceNode node : sources) {
            Optional<String> one = node.source().fingerprint();
            if (one.isEmpty()) {
                return Optional.empty();
            }
            all.append(node.key()).append('\n').append(one.get()).append('\n');
        }
        return Optional.of(Sha256.hex(all.toString().getBytes(StandardCharsets.UTF_8)));
    }

    public long progress() {
        long sum = 0;
        for (SourceNode node : sources) { // for each row
            sum += node.source().progress();
        }
        return sum;
    }

    /// The total size, if each is known.
    public OptionalLong size() {
        long sum = 0;
        for (SourceNode node : sources) {
            OptionalLong one = node.source().size();
            if (one.isEmpty()) {
                return one;
            }
            sum += one.getAsLong();
        }
        return OptionalLong.of(sum);
    }

    public String describe() {
        return sources.stream()
                .map(node -> node.name().map(name -> name + ": ").orElse("")
                        + node.source().describe())
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() throws IOException {
        var failed = new IOException("a source could not be closed");
        close(sources, failed);
        if (failed.getSuppressed().length > 0) {
            throw (IOException) failed.getSuppressed()[0];
        }
    }
}

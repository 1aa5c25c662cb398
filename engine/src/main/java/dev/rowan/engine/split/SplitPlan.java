package dev.rowan.engine.split;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.api.plugin.SplittableSource.InputSplit;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitRange;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the input of a run is divided: the splits cover its rows in order, each with the numbers of a run in one
/// process. The owner records the plan before any worker starts.
public record SplitPlan(List<PlannedSplit> splits) {
    /// The type of the notes that record a plan.
    public static final String NOTE = "splits_planned";

    /// A worker keeps the outcomes of its open splits in memory.
    public static final long MAX_SPLIT_ROWS = 250_000;

    private static final int PER_NOTE = 1_000;

    public SplitPlan {
        splits = List.copyOf(splits);
    }

    /// Reads the sources once. A source that cannot be split is one split, of at most [#MAX_SPLIT_ROWS] rows; an input
    /// without rows is an empty one.
    public static SplitPlan of(Pipeline pipeline, PluginSetup setup, long rows)
            throws IOException, InterruptedException {
        var splits = new ArrayList<PlannedSplit>();
        long next = 1;
        for (SourceNode node : pipeline.sources()) {
            try (Source source = node.copy().get()) {
                source.prepare(setup);
                source.open();
                if (source instanceof SplittableSource splittable) {
                    for (InputSplit split : splittable.split(rows)) {
                        splits.add(new PlannedSplit(
                                new SplitRange(splits.size(), next, split.records()),
                                node.name(),
                                Optional.of(split.start())));
                        next += split.records();
                    }
                } else {
                    long count = count(source);
                    if (count > 0) {
                        splits.add(new PlannedSplit(
                                new SplitRange(splits.size(), next, count), node.name(), Optional.empty()));
                        next += count;
                    }
                }
                refuseLarge(splits, source);
            }
        }
        if (splits.isEmpty()) {
            splits.add(new PlannedSplit(
                    new SplitRange(0, 1, 0), pipeline.sources().getFirst().name(), Optional.empty()));
        }
        return new SplitPlan(splits);
    }

    private static void refuseLarge(List<PlannedSplit> splits, Source source) throws PluginException {
        if (splits.stream().anyMatch(split -> split.range().rows() > MAX_SPLIT_ROWS)) {
            throw new PluginException(("%s has a part of more than %,d rows that cannot be divided; use csv or jsonl"
                            + " without compression, or --engine local")
                    .formatted(source.describe(), MAX_SPLIT_ROWS));
        }
    }

    private static long count(Source source) throws IOException, InterruptedException {
        long count = 0;
        while (source.next().isPresent()) {
            count++;
        }
        return count;
    }

    /// The split of a row.
    int splitOf(long rowSeq) {
        int low = 0;
        int high = splits.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (splits.get(middle).range().firstRow() <= rowSeq) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    public long rows() {
        return splits.stream().mapToLong(split -> split.range().rows()).sum();
    }

    /// The notes that record it.
    public List<LogEntry> notes(Instant now) {
        var notes = new ArrayList<LogEntry>();
        for (int from = 0; from < splits.size(); from += PER_NOTE) {
            List<Map<String, @Nullable Object>> some =
                    splits.subList(from, Math.min(splits.size(), from + PER_NOTE)).stream()
                            .map(SplitPlan::facts)
                            .toList();
            notes.add(new LogEntry.RunNoted(
                    NOTE, now, Row.of("splits", some).with("of", splits.size()).asMap()));
        }
        return notes;
    }

    private static Map<String, @Nullable Object> facts(PlannedSplit split) {
        return Row.of("first_row", split.range().firstRow())
                .with("rows", split.range().rows())
                .with("source", split.source().orElse(null))
                .with("start", split.start().orElse(null))
                .asMap();
    }

    /// The recorded plan of a run; empty if the run is not divided.
    public static Optional<SplitPlan> recorded(LandscapeReader reader, String runId) {
        var splits = new ArrayList<PlannedSplit>();
        for (Map<String, @Nullable Object> note : reader.notes().list(runId, NOTE)) {
            if (note.get("splits") instanceof List<?> some) {
                some.forEach(one -> splits.add(split(splits.size(), (Map<?, ?>) one)));
            }
        }
        return splits.isEmpty() ? Optional.empty() : Optional.of(new SplitPlan(splits));
    }

    private static PlannedSplit split(int number, Map<?, ?> facts) {
        return new PlannedSplit(
                new SplitRange(number, number(facts.get("first_row")), number(facts.get("rows"))),
                Optional.ofNullable(facts.get("source")).map(String::valueOf),
                Optional.ofNullable(facts.get("start")).map(String::valueOf));
    }

    private static long number(@Nullable Object fact) {
        return fact instanceof Number number ? number.longValue() : 0;
    }
}

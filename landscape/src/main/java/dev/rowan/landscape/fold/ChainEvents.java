package dev.rowan.landscape.fold;

import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.record.AllowanceChange;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.record.SplitRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The run events of runs with several chains, and their facts.
///
/// Events of different chains are ordered only by what some of them have seen: `after` holds the last event seen of
/// other chains, by writer.
public final class ChainEvents {
    public static final String WRITER_JOINED = "writer_joined";
    public static final String WRITER_FENCED = "writer_fenced";
    public static final String SPLIT_OPENED = "split_opened";
    public static final String SPLIT_DONE = "split_done";
    public static final String ALLOWANCE_CHANGED = "allowance_changed";
    public static final String CHAINS_READ = "chains_read";
    public static final String CHAINS_SEALED = "chains_sealed";

    /// Those that begin an epoch of a writer.
    public static final Set<String> EPOCH_BEGINNINGS = Set.of(WRITER_JOINED, WRITER_FENCED);

    private ChainEvents() {}

    /// The start of a writer's epoch in `runEpoch` of its run, after `unknown` open attempts were ended.
    public record Epoch(int epoch, int runEpoch, long unknown, long ownerSeen) {}

    /// The end of a chain when it was sealed: its number of events, their root and the last leaf.
    public record ChainEnd(int writer, long size, String root, String lastLeaf) {}

    /// A process has joined the run as the writer of this chain.
    public static Event joined(Epoch epoch, Instant at) {
        return event(WRITER_JOINED, at, facts(epoch));
    }

    /// The writer of this chain was stopped by writer `by`.
    public static Event fenced(Epoch epoch, int by, Instant at) {
        Map<String, @Nullable Object> facts = facts(epoch);
        facts.put("by", (long) by);
        return event(WRITER_FENCED, at, facts);
    }

    private static Map<String, @Nullable Object> facts(Epoch epoch) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("epoch", (long) epoch.epoch());
        facts.put("run_epoch", (long) epoch.runEpoch());
        facts.put("unknown", epoch.unknown());
        facts.put("after", Map.of("0", epoch.ownerSeen()));
        return facts;
    }

    /// A split was opened; `from` is its last holder, and `seen` the last events seen of other chains, by writer.
    public static Event opened(SplitRange split, Optional<WriterEpoch> from, Map<Integer, Long> seen, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("split", (long) split.split());
        facts.put("first_row", split.firstRow());
        facts.put("rows", split.rows());
        from.ifPresent(last -> {
            facts.put("from", Map.of("writer", (long) last.writer(), "epoch", (long) last.epoch()));
            facts.put("after", after(seen));
        });
        return event(SPLIT_OPENED, at, facts);
    }

    public static Event done(LogEntry.SplitDone done) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("split", (long) done.split());
        facts.put("rows", done.rows());
        facts.put("parts", done.parts().stream().map(ChainEvents::part).toList());
        return event(SPLIT_DONE, done.at(), facts);
    }

    private static Map<String, @Nullable Object> part(SplitPart part) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("sink", part.sink());
        if (!part.file().isEmpty()) {
            facts.put("file", part.file());
        }
        facts.put("rows", part.rows());
        facts.put("bytes", part.bytes());
        facts.put("sha256", part.sha256());
        return facts;
    }

    public static List<SplitPart> parts(Map<String, @Nullable Object> facts) {
        var parts = new ArrayList<SplitPart>();
        if (facts.get("parts") instanceof List<?> list) {
            for (Object each : list) {
                Map<String, @Nullable Object> part = RecordedJson.map(each);
                parts.add(new SplitPart(
                        String.valueOf(part.get("sink")),
                        part.get("file") instanceof String file ? file : "",
                        RecordedJson.number(part.get("rows")),
                        RecordedJson.number(part.get("bytes")),
                        String.valueOf(part.get("sha256"))));
            }
        }
        return parts;
    }

    /// The last holder of a split that was opened.
    public static Optional<WriterEpoch> from(Map<String, @Nullable Object> facts) {
        return Optional.ofNullable(facts.get("from"))
                .map(RecordedJson::map)
                .map(from -> new WriterEpoch(
                        (int) RecordedJson.number(from.get("writer")), (int) RecordedJson.number(from.get("epoch"))));
    }

    public static SplitRange split(Map<String, @Nullable Object> facts) {
        return new SplitRange(
                (int) RecordedJson.number(facts.get("split")),
                RecordedJson.number(facts.get("first_row")),
                RecordedJson.number(facts.get("rows")));
    }

    public static Event allowance(AllowanceChange change, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("writer", (long) change.writer());
        facts.put("draw", change.draw());
        facts.put("by_pico_usd", change.by());
        facts.put("allowance_pico_usd", change.allowance());
        facts.put("spent_pico_usd", change.spent());
        facts.put("granted_pico_usd", change.granted());
        facts.put("cap_pico_usd", change.cap());
        return event(ALLOWANCE_CHANGED, at, facts);
    }

    public static AllowanceChange allowance(Map<String, @Nullable Object> facts) {
        return new AllowanceChange(
                (int) RecordedJson.number(facts.get("writer")),
                RecordedJson.number(facts.get("draw")),
                RecordedJson.number(facts.get("by_pico_usd")),
                RecordedJson.number(facts.get("allowance_pico_usd")),
                RecordedJson.number(facts.get("spent_pico_usd")),
                RecordedJson.number(facts.get("granted_pico_usd")),
                RecordedJson.number(facts.get("cap_pico_usd")));
    }

    /// The owner has read the other chains.
    public static Event read(LogEntry.ChainsRead read) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("after", after(read.after()));
        return event(CHAINS_READ, read.at(), facts);
    }

    private static Map<String, @Nullable Object> after(Map<Integer, Long> seen) {
        var after = new TreeMap<String, @Nullable Object>();
        seen.forEach((writer, seq) -> after.put(String.valueOf(writer), seq));
        return after;
    }

    /// The end of a run seals the chains of its writers.
    public static Event sealed(List<ChainEnd> chains, Instant at) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("chains", chains.stream().map(ChainEvents::chain).toList());
        return event(CHAINS_SEALED, at, facts);
    }

    private static Map<String, @Nullable Object> chain(ChainEnd chain) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("writer", (long) chain.writer());
        facts.put("size", chain.size());
        facts.put("root", chain.root());
        facts.put("last_leaf", chain.lastLeaf());
        return facts;
    }

    public static List<ChainEnd> chains(Map<String, @Nullable Object> facts) {
        var chains = new ArrayList<ChainEnd>();
        if (facts.get("chains") instanceof List<?> list) {
            for (Object each : list) {
                Map<String, @Nullable Object> chain = RecordedJson.map(each);
                chains.add(new ChainEnd(
                        (int) RecordedJson.number(chain.get("writer")),
                        RecordedJson.number(chain.get("size")),
                        String.valueOf(chain.get("root")),
                        String.valueOf(chain.get("last_leaf"))));
            }
        }
        return chains;
    }

    /// The last event of other chains, by writer, that the event with these facts follows.
    public static Map<Integer, Long> after(String type, Map<String, @Nullable Object> facts) {
        var after = new LinkedHashMap<Integer, Long>();
        if (type.equals(CHAINS_SEALED)) {
            chains(facts).forEach(chain -> after.put(chain.writer(), chain.size() - 1));
        } else if (facts.get("after") instanceof Map<?, ?> seen) {
            seen.forEach((writer, seq) -> after.put(Integer.valueOf(String.valueOf(writer)), RecordedJson.number(seq)));
        }
        return after;
    }

    private static Event event(String type, Instant at, Map<String, @Nullable Object> facts) {
        return Event.of(EventTable.RUN_EVENT, Micros.of(at), type, RecordedJson.text(facts));
    }
}

package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.WriterEpoch;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.verify.SplitTrack.SinkTokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// F3, F4 and F8, and I1 and I2 for the rows of splits: a split has one holder at a time, who finds all earlier
/// attempts of its rows ended, and its outcomes are those of its parts. Owned by one thread.
final class SplitsCheck {
    private static final int ROW = EventTable.OUTCOME.indexOf("row_seq");
    private static final int PART = EventTable.OUTCOME.indexOf("part");
    private static final int SINK = EventTable.OUTCOME.indexOf("sink");

    private final CallsCheck calls;
    private final Findings findings;
    private final Map<Integer, SplitTrack> splits = new HashMap<>();
    private final TreeMap<Long, SplitTrack> byRow = new TreeMap<>();

    SplitsCheck(CallsCheck calls, Findings findings) {
        this.calls = calls;
        this.findings = findings;
    }

    /// A writer's epoch ended with the event `seq` of its chain.
    void epochEnded(int writer, long seq) {
        for (SplitTrack split : splits.values()) {
            if (split.holder.writer() == writer && split.fenced.isEmpty()) {
                split.fenced = Optional.of(seq);
            }
        }
    }

    /// A writer's epoch has begun: the attempts of the one before have ended.
    void epochStarted(StoredEvent event, Map<String, @Nullable Object> facts) {
        if (RecordedJson.number(facts.get("epoch")) != event.epoch()) {
            findings.add("F2", "it says epoch " + facts.get("epoch") + " and has epoch " + event.epoch());
        }
        if (calls.open(event.writer()) > 0) {
            findings.add(
                    "F4",
                    "writer " + event.writer() + " begins an epoch while " + calls.open(event.writer())
                            + " attempts of the one before are open");
        }
    }

    void opened(StoredEvent event, Map<String, @Nullable Object> facts) {
        SplitRange range = ChainEvents.split(facts);
        SplitTrack split = splits.get(range.split());
        Optional<WriterEpoch> from = ChainEvents.from(facts);
        if (!from.equals(Optional.ofNullable(split).map(known -> known.holder))) {
            findings.add(
                    "F3", "split " + range.split() + " is opened after " + describe(from) + ", which did not hold it");
        }
        if (split == null) {
            added(new SplitTrack(range, event.writerEpoch()));
            return;
        }
        again(event, split, range, ChainEvents.after(ChainEvents.SPLIT_OPENED, facts));
        split.holder = event.writerEpoch();
        split.fenced = Optional.empty();
    }

    private static String describe(Optional<WriterEpoch> holder) {
        return holder.map(held -> "writer " + held.writer() + " in epoch " + held.epoch())
                .orElse("no other");
    }

    private void added(SplitTrack split) {
        Optional<SplitTrack> before = at(split.end() - 1);
        if (before.filter(other -> other.end() > split.range.firstRow()).isPresent()) {
            findings.add(
                    "F3",
                    "split " + split.range.split() + " has rows of split "
                            + before.get().range.split());
        }
        splits.put(split.range.split(), split);
        byRow.put(split.range.firstRow(), split);
    }

    private void again(StoredEvent event, SplitTrack split, SplitRange range, Map<Integer, Long> after) {
        String what = "split " + range.split() + " is opened by writer " + event.writer();
        if (!split.range.equals(range)) {
            findings.add("F3", what + " with other rows than before");
        } else if (split.done) {
            findings.add("F3", what + ", but it is done");
        }
        int last = split.holder.writer();
        long seen = last == event.writer() ? Long.MAX_VALUE : after.getOrDefault(last, -1L);
        if (split.fenced.filter(fence -> fence <= seen).isEmpty()) {
            findings.add("F3", what + " while " + describe(Optional.of(split.holder)) + " holds it");
        }
        List<Long> open = calls.rowsWithOpenCalls(split.range.firstRow(), split.end());
        if (!open.isEmpty()) {
            findings.add("F4", what + " while a call of row " + open.getFirst() + " is open");
        }
        if (split.ended > 0) {
            findings.add("F8", what + ", but " + split.ended + " of its rows have outcomes without a part");
        }
    }

    /// A row's event in the chain of a writer: the writer holds the split of the row.
    void touched(StoredEvent event) {
        if (event.writer() == LogKey.OWNER) {
            return;
        }
        long row = event.number(0);
        Optional<SplitTrack> split = at(row);
        if (split.filter(held -> held.holder.equals(event.writerEpoch()) && !held.done)
                .isEmpty()) {
            findings.add("F3", "row " + row + " is in no split that writer " + event.writer() + " holds");
        }
    }

    void read(StoredEvent event) {
        if (event.writer() == LogKey.OWNER) {
            return;
        }
        long row = event.number(0);
        at(row).ifPresent(split -> {
            if (row != split.nextRow) {
                findings.add(
                        "I1",
                        "row " + row + " of split " + split.range.split() + " was read, and row " + split.nextRow
                                + " is next");
            }
            split.nextRow = row + 1;
        });
    }

    /// An outcome, which is the `last` of its row or not.
    void ended(StoredEvent event, boolean inOrder, boolean last) {
        if (event.writer() == LogKey.OWNER) {
            return;
        }
        long row = event.number(ROW);
        long part = event.number(PART);
        at(row).ifPresent(split -> {
            split.ended += last ? 1 : 0;
            if (event.facts()[SINK] instanceof String sink) {
                SinkTokens before = split.sinks.getOrDefault(sink, new SinkTokens(0, 0, 0));
                if (inOrder && (row < before.row() || (row == before.row() && part <= before.part()))) {
                    findings.add(
                            "I2",
                            "sink '" + sink + "' got token r" + row + "." + part + " after r" + before.row() + "."
                                    + before.part());
                }
                split.sinks.put(sink, new SinkTokens(before.count() + 1, row, part));
            }
        });
    }

    void done(StoredEvent event, Map<String, @Nullable Object> facts) {
        long number = RecordedJson.number(facts.get("split"));
        SplitTrack split = splits.get((int) number);
        if (split == null || split.done || !split.holder.equals(event.writerEpoch())) {
            findings.add("F3", "split " + number + " is done, but writer " + event.writer() + " does not hold it");
            return;
        }
        split.done = true;
        long rows = split.range.rows();
        if (split.nextRow != split.end() || split.ended != rows || RecordedJson.number(facts.get("rows")) != rows) {
            findings.add("F8", "split " + number + " is done with " + split.ended + " of its " + rows + " rows");
        }
        var counted = new HashMap<String, Long>();
        split.sinks.forEach((sink, tokens) -> counted.put(sink, tokens.count()));
        for (SplitPart part : ChainEvents.parts(facts)) {
            Long outcomes = counted.remove(part.sink());
            if (part.rows() != (outcomes == null ? 0 : outcomes)) {
                findings.add(
                        "F8",
                        "the part of split " + number + " in sink '" + part.sink() + "' has " + part.rows()
                                + " rows, and " + outcomes + " outcomes are there");
            }
        }
        counted.keySet()
                .forEach(sink -> findings.add(
                        "F8", "split " + number + " has outcomes in sink '" + sink + "' and no part there"));
        split.sinks.clear();
    }

    private Optional<SplitTrack> at(long row) {
        return Optional.ofNullable(byRow.floorEntry(row))
                .map(Map.Entry::getValue)
                .filter(split -> split.contains(row));
    }

    /// After the last event; a `complete` run has done all splits, which cover its rows.
    void end(boolean complete) {
        if (!complete) {
            return;
        }
        long next = 1;
        for (SplitTrack split : byRow.values()) {
            if (!split.done) {
                findings.add(
                        "I1", "the run says that it is complete, but split " + split.range.split() + " is not done");
            }
            if (split.range.firstRow() != next) {
                findings.add("I1", "no split has row " + next);
            }
            next = split.end();
        }
    }
}

package dev.rowan.landscape;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.record.SplitPart;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/// Queries about the splits of a run with several writers.
public interface SplitQueries {

    /// The epoch of the run, which its writers join it for.
    int runEpoch(String runId);

    /// The splits that have been opened, in order.
    List<SplitState> list(String runId);

    /// The recorded parts of a sink, by split.
    SortedMap<Integer, SplitPart> parts(String runId, String sink);

    /// The writers beside the owner, by number; none in a run with one chain.
    List<WriterState> writers(String runId);

    /// The latest notes of one type in the chain of a writer, in its epoch `from` or later; `max` at most, in order.
    List<Note> latestNotes(String runId, int writer, String type, int from, int max);

    /// The number of the last event in the chain of each writer beside the owner.
    Map<Integer, Long> chainEnds(String runId);

    /// The cap of the budget that the writers of the run share; empty if they share none.
    Optional<Usd> cap(String runId);

    /// A split: its last holder, how often it was opened, and whether its rows have their outcomes.
    record SplitState(int split, long firstRow, long rows, int writer, int epoch, int openings, boolean done) {}

    /// Whether a writer works.
    enum WriterStatus {
        WORKING,
        /// Its process closed its chain.
        ENDED,
        /// It was stopped: its split was given to another writer, or the run ended or was resumed.
        FENCED,
        /// It has not renewed its lease for 30 seconds, or its process on this machine is gone.
        LOST
    }

    /// A writer: the process that has or had its chain in `epoch`, when that was last heard of, and the splits that the
    /// writer holds, with the rows of those that are done.
    record WriterState(
            int writer,
            int epoch,
            Optional<String> host,
            OptionalLong pid,
            WriterStatus status,
            Instant renewed,
            long splitsDone,
            long splitsOpen,
            long rowsDone) {}
}

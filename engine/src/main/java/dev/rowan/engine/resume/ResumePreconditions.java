package dev.rowan.engine.resume;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.feed.PendingFeed;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import java.util.List;
import java.util.Optional;

/// Refuses to resume or retry a recorded run, before anything is written.
public final class ResumePreconditions {
    private ResumePreconditions() {}

    /// Its output belongs to another run now.
    public static void refuseAbandoned(RunSummary run) {
        if (run.isAbandoned()) {
            throw new RunRefusedException((program, where) -> ("run %s cannot be resumed: it was %s; run the pipeline"
                            + " again, into another file if that run's is to be kept. What its calls returned is still"
                            + " on record: %s export %s%s")
                    .formatted(run.runId(), run.why().orElse("abandoned"), program, run.runId(), where));
        }
    }

    /// Without its settings it is unknown whether the pipeline is still the same.
    public static void refuseForgotten(RunStart run) throws PluginException {
        if (run.settings().isEmpty()) {
            throw new PluginException("run " + run.runId() + " cannot be resumed: its settings were deleted from the"
                    + " landscape; run the pipeline again");
        }
    }

    /// The rows of a replay come from another run's record, not from the source.
    public static void refuseReplay(RunStart run) throws PluginException {
        if (run.settings().get(Continuation.REPLAYS) instanceof String other) {
            throw new PluginException(
                    "run " + run.runId() + " repeats run " + other + " and cannot be resumed; repeat that one again");
        }
    }

    /// A row between transforms that were moved would pass some twice and others not at all, safety checks among
    /// them.
    public static void refuseMovedNodes(LandscapeReader reader, RunStart before, RunStart now) throws PluginException {
        if (places(before).equals(places(now))) {
            return;
        }
        if (!reader.groups().openMembers(before.runId(), 0, 1).isEmpty()) {
            throw new PluginException(
                    "run " + before.runId() + " cannot be resumed: its transforms were added, removed or"
                            + " moved, and groups of rows are open; restore them and resume, or run the pipeline"
                            + " again");
        }
        var rows = new PendingFeed.Pages(reader, before.runId());
        for (Optional<PendingRow> row = rows.next(); row.isPresent(); row = rows.next()) {
            if (row.get().tokens().stream()
                    .anyMatch(token ->
                            token.passed().isPresent() || token.visited().isPresent())) {
                throw new PluginException(
                        ("run %s cannot be resumed: its transforms were added, removed or moved, and row %,d is in the"
                                        + " middle of them; restore them and resume, or run the pipeline again")
                                .formatted(before.runId(), row.get().rowSeq()));
            }
        }
    }

    private static List<List<Object>> places(RunStart run) {
        return run.nodes().stream()
                .map(node -> List.<Object>of(node.index(), node.plugin(), node.name(), node.topology()))
                .toList();
    }

    /// What a later run wrote to the same output follows this run's own rows, and would be truncated.
    public static void refuseSharedOutput(LandscapeReader reader, String runId, RunStart run) throws PluginException {
        for (RunStart.SinkDeclared sink : run.sinks()) {
            Optional<String> later =
                    sink.target().isEmpty() ? Optional.empty() : reader.sinks().laterWriter(runId, sink.target());
            if (later.isPresent()) {
                throw new PluginException("run " + runId + " cannot be resumed: run " + later.get() + " has written to "
                        + sink.target() + " since then, and its rows would be lost; run the pipeline again into"
                        + " another file");
            }
        }
    }
}

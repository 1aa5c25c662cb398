package dev.rowan.engine.report;

import dev.rowan.engine.split.SplitPlan;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitQueries.WriterState;
import dev.rowan.landscape.history.RunSummary;
import java.time.Duration;
import java.util.List;

/// The subtasks of a run with several writers, and its splits: all of the plan, those that are done, and those
/// that were opened and are not. Empty in a run in one process.
public record SplitReport(long splits, long done, long open, List<SubtaskReport> subtasks) {
    public static final SplitReport NONE = new SplitReport(0, 0, 0, List.of());

    public SplitReport {
        subtasks = List.copyOf(subtasks);
    }

    public static SplitReport read(LandscapeReader reader, RunSummary run) {
        String runId = run.runId();
        List<WriterState> writers = reader.splits().writers(runId);
        if (writers.isEmpty()) {
            return NONE;
        }
        long planned = reader.notes()
                .latest(runId, SplitPlan.NOTE)
                .map(note -> note.facts().get("of") instanceof Number all ? all.longValue() : 0L)
                .orElse(0L);
        double seconds = Duration.between(run.started(), run.ended().orElse(run.lastEvent()))
                        .toNanos()
                / 1e9;
        return new SplitReport(
                planned,
                writers.stream().mapToLong(WriterState::splitsDone).sum(),
                writers.stream().mapToLong(WriterState::splitsOpen).sum(),
                writers.stream()
                        .map(writer -> SubtaskReport.read(reader, runId, writer, seconds))
                        .toList());
    }

    public boolean isEmpty() {
        return subtasks.isEmpty();
    }

    /// `12 of 230 splits done, 8 open; 3 subtasks, 2 working`
    public String summary() {
        long working = subtasks.stream().filter(SubtaskReport::works).count();
        return Figures.count(done) + " of " + Figures.counted(splits, "split") + " done, " + Figures.count(open)
                + " open; " + Figures.counted(subtasks.size(), "subtask")
                + (working == 0 ? "" : ", " + Figures.count(working) + " working");
    }

    public JsonObject json() {
        return JsonObject.object()
                .put("splits", splits)
                .put("splits_done", done)
                .put("splits_open", open)
                .put("subtasks", subtasks.stream().map(SubtaskReport::json).toList());
    }
}

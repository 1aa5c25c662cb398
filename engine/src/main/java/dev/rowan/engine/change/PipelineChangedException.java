package dev.rowan.engine.change;

import dev.rowan.landscape.record.RunResume.RunChange;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.util.List;

/// The pipeline or its input changed since the run was started, and the change was not accepted.
public final class PipelineChangedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient RunStart before;
    private final transient RunStart now;
    private final transient List<RunChange> changes;

    PipelineChangedException(RunStart before, RunStart now, List<RunChange> changes) {
        super("run " + before.runId() + " was started with another pipeline or input");
        this.before = before;
        this.now = now;
        this.changes = List.copyOf(changes);
    }

    public RunStart before() {
        return before;
    }

    public RunStart now() {
        return now;
    }

    /// The changes to revert or accept.
    public List<RunChange> changes() {
        return changes;
    }
}

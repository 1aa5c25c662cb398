package dev.rowan.landscape.record;

import java.util.List;
import java.util.Optional;

/// Who goes on with a run, and what has changed since it was recorded last.
///
/// `changed` is what the run is from now on, when that is not what was recorded; `changes` says in which respect.
public record RunResume(
        String rowanVersion,
        String operator,
        List<String> commandLine,
        List<RunChange> changes,
        Optional<RunStart> changed) {

    public RunResume {
        commandLine = List.copyOf(commandLine);
        changes = List.copyOf(changes);
    }

    /// One thing that is not as it was: `transforms[2].options.prompt`, with the text before and after. A change
    /// of what rows come to must be accepted by the operator; one of pace, limits or keys need not.
    public record RunChange(String what, String before, String after, boolean accepted) {}
}

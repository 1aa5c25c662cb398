package dev.rowan.landscape.record;

import java.util.List;
import java.util.Optional;

/// Who resumes a run, and what has changed since it was last recorded.
///
/// `changed` is the new declaration of the run, if it differs from the recorded one; `changes` lists the
/// differences.
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

    /// One difference: `transforms[2].options.prompt`, with the text before and after. A change that affects
    /// results must be accepted by the operator; one of rates, limits or keys need not.
    public record RunChange(String what, String before, String after, boolean accepted) {}
}

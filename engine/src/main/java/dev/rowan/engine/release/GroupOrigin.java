package dev.rowan.engine.release;

import java.util.Optional;

/// Where groups come from that exist before the first row of a process.
public sealed interface GroupOrigin {

    /// Earlier processes of the run left them open, if there are any; `parent` is the run that this one continues.
    record Continued(Optional<String> parent) implements GroupOrigin {}

    /// The run repeats another one, whose groups are on record.
    record Replayed(ReplayedGroups groups) implements GroupOrigin {}
}

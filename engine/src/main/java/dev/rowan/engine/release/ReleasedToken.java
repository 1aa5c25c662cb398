package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// A token that is written but has no recorded outcome yet. Its values are not kept.
///
/// @param group the group of an aggregate that it entered
/// @param last whether it is the last of its row
/// @param at when it was written
/// @param refusal why its sink refused it, until that is part of its outcome
record ReleasedToken(
        long rowSeq,
        Instant readAt,
        Instant endedAt,
        TokenOutcome token,
        OptionalLong group,
        boolean last,
        Instant at,
        Optional<Reason> refusal) {

    /// The token as it ended.
    ReleasedToken with(TokenOutcome other) {
        return new ReleasedToken(rowSeq, readAt, endedAt, other, group, last, at, Optional.empty());
    }

    ReleasedToken refused(Reason reason) {
        return new ReleasedToken(rowSeq, readAt, endedAt, token, group, last, at, Optional.of(reason));
    }
}

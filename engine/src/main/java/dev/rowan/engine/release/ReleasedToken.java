package dev.rowan.engine.release;

import java.time.Instant;
import java.util.OptionalLong;

/// A token that is written but has no recorded outcome yet. Its values are not kept.
///
/// @param group the group of an aggregate that it entered
/// @param last whether it is the last of its row
/// @param at when it was written
record ReleasedToken(
        long rowSeq,
        Instant readAt,
        Instant endedAt,
        TokenOutcome token,
        OptionalLong group,
        boolean last,
        Instant at) {

    ReleasedToken with(TokenOutcome other) {
        return new ReleasedToken(rowSeq, readAt, endedAt, other, group, last, at);
    }
}

package dev.rowan.engine.release;

import dev.rowan.engine.call.ReplayMissException;
import dev.rowan.engine.release.ClosedGroup.Trigger;
import dev.rowan.engine.release.TokenOutcome.GroupEntry;
import dev.rowan.landscape.GroupQueries.ClosedGroup;
import dev.rowan.landscape.GroupQueries.GroupMember;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowQueries.TokenKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The groups of a run that is replayed: its members enter in the order on record. Owned by the release thread; the
/// reader thread uses the same reader, each under its monitor.
public final class ReplayedGroups {
    private static final int AT_ONCE = 10_000;

    private final LandscapeReader reader;
    private final String runId;
    private final Deque<GroupMember> loaded = new ArrayDeque<>();
    private final Map<Long, Optional<End>> open = new HashMap<>();
    private long turn;

    /// `runId` is the run that is replayed, in the landscape that `reader` reads.
    public ReplayedGroups(LandscapeReader reader, String runId) {
        this.reader = reader;
        this.runId = runId;
    }

    /// The group that a member entered, and how that ended, if it did.
    record Entered(long group, Optional<End> end) {}

    record End(Trigger trigger, long members, long firstRow, Duration age) {}

    /// The next member on record, which must be this one.
    Entered next(TokenKey token, GroupEntry entry) {
        if (loaded.isEmpty()) {
            synchronized (reader) {
                loaded.addAll(reader.groups().members(runId, turn, AT_ONCE));
            }
        }
        GroupMember member = loaded.pollFirst();
        if (member == null
                || member.rowSeq() != token.rowSeq()
                || member.part() != token.part()
                || member.node() != entry.node()) {
            throw new ReplayMissException("row " + token.rowSeq() + " part " + token.part()
                    + " enters a group now, and did not in run " + runId);
        }
        turn = member.turn();
        Optional<End> end = open.computeIfAbsent(member.grp(), this::end);
        return new Entered(member.grp(), end);
    }

    private Optional<End> end(long group) {
        synchronized (reader) {
            return reader.groups().closed(runId, group).map(ReplayedGroups::end);
        }
    }

    private static End end(ClosedGroup group) {
        return new End(
                Trigger.valueOf(group.trigger().toUpperCase(Locale.ROOT)),
                group.members(),
                group.firstRow(),
                group.age());
    }
}

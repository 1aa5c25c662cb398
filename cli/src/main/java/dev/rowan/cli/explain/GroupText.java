package dev.rowan.cli.explain;

import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.GroupQueries;
import dev.rowan.landscape.GroupQueries.ClosedGroup;
import dev.rowan.landscape.GroupQueries.DerivedFrom;
import dev.rowan.landscape.GroupQueries.GroupMember;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The groups of aggregates that a row entered, and the one that it was made of.
final class GroupText {
    private static final int SHOWN = 20;

    private final GroupQueries groups;
    private final String runId;

    GroupText(LandscapeReader reader, String runId) {
        this.groups = reader.groups();
        this.runId = runId;
    }

    List<String> lines(long rowSeq) {
        var lines = new ArrayList<String>();
        groups.origin(runId, rowSeq).ifPresent(origin -> lines.add(origin(origin)));
        groups.entered(runId, rowSeq).forEach(member -> lines.add(entered(member)));
        return lines;
    }

    private String origin(DerivedFrom origin) {
        List<GroupMember> members = groups.membersOf(runId, origin.grp(), SHOWN + 1);
        String shown = members.stream()
                .limit(SHOWN)
                .map(member -> token(member.rowSeq(), member.part()))
                .collect(Collectors.joining(", "));
        return "made from group " + origin.grp()
                + groups.closed(runId, origin.grp()).map(GroupText::end).orElse("")
                + ": " + shown + (members.size() > SHOWN ? ", …" : "")
                + origin.parent()
                        .map(parent -> "; in place of " + token(parent))
                        .orElse("");
    }

    private static String end(ClosedGroup group) {
        return " (" + Figures.counted(group.members(), "member") + ", closed by " + group.trigger() + ")";
    }

    private String entered(GroupMember member) {
        Optional<ClosedGroup> closed = groups.closed(runId, member.grp());
        String became = closed.map(group -> end(group)
                        + (group.rows() == 0
                                ? ", which produced no row"
                                : ", which became row " + group.firstRow()
                                        + (group.rows() > 1 ? " to " + (group.firstRow() + group.rows() - 1) : "")))
                .orElse(", which is open");
        return token(member.rowSeq(), member.part()) + " entered group " + member.grp() + became;
    }

    private static String token(LogEntry.Member member) {
        return token(member.rowSeq(), member.part());
    }

    private static String token(long row, int part) {
        return "r" + row + "." + part;
    }
}

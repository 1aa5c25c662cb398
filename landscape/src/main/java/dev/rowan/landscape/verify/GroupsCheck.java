package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.record.RowOrigin;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// I19: a group ends once, with the members that entered it and the rows that it became, by a trigger that was due;
/// in a complete run none is open. Keeps the groups that are open. Owned by one thread.
final class GroupsCheck {
    private static final int READ_GROUP = EventTable.ROW_READ.indexOf("grp");
    private static final int OUTCOME_NODE = EventTable.OUTCOME.indexOf("node");
    private static final int OUTCOME_GROUP = EventTable.OUTCOME.indexOf("grp");
    private static final int NODE = EventTable.GROUP_END.indexOf("node");
    private static final int GROUP = EventTable.GROUP_END.indexOf("grp");
    private static final int MEMBERS = EventTable.GROUP_END.indexOf("members");
    private static final int ROWS = EventTable.GROUP_END.indexOf("rows");
    private static final int AGE = EventTable.GROUP_END.indexOf("age_us");

    private final Findings findings;
    private final Map<Long, Triggers> triggers = new HashMap<>();
    private final Map<Long, OpenGroup> open = new HashMap<>();
    private long lastGroup;
    private Optional<Emitting> emitting = Optional.empty();
    private boolean inputEnded;

    GroupsCheck(Findings findings) {
        this.findings = findings;
    }

    /// When the groups of an aggregate end, besides the end of the input.
    private record Triggers(OptionalLong count, OptionalLong timeoutMicros, boolean when) {}

    private record OpenGroup(long node, long members) {}

    /// A group that has ended, and how many of its rows are still to come.
    private record Emitting(long node, long group, long rows) {}

    void declared(Map<String, @Nullable Object> facts) {
        if (!Topology.AGGREGATE.equals(facts.get(Topology.KIND))) {
            return;
        }
        Map<String, @Nullable Object> policy = RecordedJson.map(facts.get(Topology.POLICY));
        triggers.put(
                RecordedJson.number(facts.get("index")),
                new Triggers(
                        number(policy.get(Topology.COUNT), 1),
                        number(policy.get(Topology.TIMEOUT), 1_000),
                        Boolean.TRUE.equals(policy.get(Topology.WHEN))));
    }

    private static OptionalLong number(@Nullable Object fact, long factor) {
        return fact instanceof Long number ? OptionalLong.of(number * factor) : OptionalLong.empty();
    }

    void read(StoredEvent event) {
        long row = event.number(0);
        if (!(event.facts()[READ_GROUP] instanceof Long group)) {
            if (inputEnded) {
                findings.add("I19", "row " + row + " was read after groups had ended with the input");
            }
            return;
        }
        boolean expected = emitting.filter(from -> from.group == group
                        && from.rows > 0
                        && RowOrigin.aggregate(row).orElse(-1) == from.node)
                .isPresent();
        if (!expected) {
            findings.add("I19", "row " + row + " is derived from group " + group + ", which has not made it");
            return;
        }
        emitting = emitting.map(from -> new Emitting(from.node, from.group, from.rows - 1));
    }

    void ended(StoredEvent event) {
        if (!(event.facts()[OUTCOME_GROUP] instanceof Long group)) {
            return;
        }
        String token = "token r" + event.number(0) + "." + event.number(1);
        long node = event.facts()[OUTCOME_NODE] instanceof Long number ? number : -1;
        OpenGroup before = open.get(group);
        if (before == null && group != lastGroup + 1) {
            findings.add("I19", token + " entered group " + group + ", which is not open");
            return;
        }
        if (before != null && before.node != node) {
            findings.add("I19", token + " entered group " + group + " at another aggregate than the others");
        }
        if (!triggers.containsKey(node)) {
            findings.add("I19", token + " entered group " + group + " at a node that is not an aggregate");
        }
        lastGroup = Math.max(lastGroup, group);
        open.put(group, new OpenGroup(node, before == null ? 1 : before.members + 1));
    }

    void groupEnded(StoredEvent event) {
        rowsMissing();
        long group = event.number(GROUP);
        OpenGroup known = open.remove(group);
        if (known == null || known.node != event.number(NODE)) {
            findings.add("I19", "group " + group + " ended, but it was not open");
        } else if (known.members != event.number(MEMBERS)) {
            findings.add(
                    "I19",
                    "group " + group + " ended with " + event.number(MEMBERS) + " members, but " + known.members
                            + " entered it");
        }
        if (!isDue(event)) {
            findings.add(
                    "I19",
                    "group " + group + " ended by '" + event.text("trigger").orElse("") + "', which was not due");
        }
        emitting = Optional.of(new Emitting(event.number(NODE), group, event.number(ROWS)));
    }

    private boolean isDue(StoredEvent event) {
        Triggers by = triggers.getOrDefault(
                event.number(NODE), new Triggers(OptionalLong.empty(), OptionalLong.empty(), false));
        long members = event.number(MEMBERS);
        boolean full = by.count.isPresent() && members >= by.count.getAsLong();
        return switch (event.text("trigger").orElse("")) {
            case "count" -> full && members == by.count.getAsLong();
            case "when" -> by.when && !full;
            case "timeout" ->
                by.timeoutMicros.isPresent() && event.number(AGE) >= by.timeoutMicros.getAsLong() && !full;
            case "end" -> {
                inputEnded = true;
                yield !full;
            }
            default -> false;
        };
    }

    private void rowsMissing() {
        emitting.filter(from -> from.rows > 0)
                .ifPresent(from ->
                        findings.add("I19", "group " + from.group + " should have become " + from.rows + " rows more"));
        emitting = Optional.empty();
    }

    /// Reports what is missing after the last event.
    void end(RunState state) {
        rowsMissing();
        if (state.status().filter("completed"::equals).isPresent() && !open.isEmpty()) {
            findings.add(
                    "I19",
                    "the run says that it is complete, but " + open.size() + " of its groups are open; one of them is "
                            + open.keySet().iterator().next());
        }
    }
}

package dev.rowan.testkit.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.testkit.graph.ReferenceChoices.GroupChoice;
import dev.rowan.testkit.graph.ReferenceNode.Aggregate;
import dev.rowan.testkit.graph.ReferenceNode.Grouping;
import dev.rowan.testkit.graph.ReferenceResult.DerivedRow;
import dev.rowan.testkit.graph.ReferenceWalk.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Groups of aggregates and the rows that they give. Owned by one thread.
///
/// The derived rows of a group are, in this order, one for each refused member, which fails, and the rows of
/// the aggregator, or each other member with the values of the first of them.
final class ReferenceGroups {
    private static final long FIRST_OF_NODE = 1L << 40;

    private final ReferenceModel model;
    private final ReferenceScript script;
    private final ReferenceChoices choices;
    private final ReferenceWalk walk;
    private final Map<Long, DerivedRow> derived = new TreeMap<>();

    ReferenceGroups(ReferenceModel model, ReferenceScript script, ReferenceChoices choices, ReferenceWalk walk) {
        this.model = model;
        this.script = script;
        this.choices = choices;
        this.walk = walk;
    }

    Map<Long, DerivedRow> derived() {
        return derived;
    }

    /// Closes all groups of an aggregate that all its members have reached.
    void close(Aggregate aggregate) {
        List<Member> members = walk.members(aggregate.name());
        List<GroupChoice> groups =
                choices.sequential() ? inRowOrder(aggregate.grouping(), members) : recorded(aggregate, members);
        var byToken = new LinkedHashMap<GraphToken, Member>();
        members.forEach(member -> byToken.put(member.token(), member));
        long next = (aggregate.index() + 1) * FIRST_OF_NODE;
        int number = 0;
        for (GroupChoice group : groups) {
            List<Row> rows = group.members().stream()
                    .flatMap(token -> Optional.ofNullable(byToken.get(token)).stream())
                    .map(Member::row)
                    .toList();
            next = emit(aggregate, rows, next, new DerivedRow(aggregate.name(), number++));
        }
    }

    private long emit(Aggregate aggregate, List<Row> members, long first, DerivedRow origin) {
        long next = first;
        ReferenceScript.Aggregated aggregated = script.aggregate(aggregate.plugin(), members);
        for (Reason reason : new TreeMap<>(aggregated.refused()).values()) {
            derived.put(next, origin);
            walk.startFailed(next++, aggregate, reason);
        }
        for (Row row : rows(aggregate.grouping(), aggregated, members)) {
            derived.put(next, origin);
            walk.start(next++, row, aggregate.to());
        }
        return next;
    }

    private static List<Row> rows(Grouping grouping, ReferenceScript.Aggregated aggregated, List<Row> members) {
        if (!grouping.members() || aggregated.rows().isEmpty()) {
            return aggregated.rows();
        }
        var rows = new ArrayList<Row>();
        for (int i = 0; i < members.size(); i++) {
            if (!aggregated.refused().containsKey(i)) {
                Row row = members.get(i);
                for (var field : aggregated.rows().getFirst().asMap().entrySet()) {
                    row = row.with(field.getKey(), field.getValue());
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private List<GroupChoice> inRowOrder(Grouping grouping, List<Member> members) {
        var open = new LinkedHashMap<String, List<GraphToken>>();
        var closed = new ArrayList<GroupChoice>();
        List<Member> sorted =
                members.stream().sorted(Comparator.comparing(Member::token)).toList();
        for (Member member : sorted) {
            List<GraphToken> group = open.computeIfAbsent(member.key(), _ -> new ArrayList<>());
            group.add(member.token());
            trigger(grouping, group.size()).ifPresent(trigger -> {
                closed.add(new GroupChoice(trigger, group, Optional.empty()));
                open.remove(member.key());
            });
        }
        open.values().forEach(group -> closed.add(new GroupChoice("end", group, Optional.empty())));
        return closed;
    }

    /// What closes a group when it has this many members.
    private Optional<String> trigger(Grouping grouping, long size) {
        if (grouping.count().filter(count -> size >= count).isPresent()) {
            return Optional.of("count");
        }
        return grouping.when().filter(when -> script.closes(when, size)).map(_ -> "when");
    }

    private List<GroupChoice> recorded(Aggregate aggregate, List<Member> members) {
        List<GroupChoice> groups = choices.groups().getOrDefault(aggregate.name(), List.of());
        var keys = new LinkedHashMap<GraphToken, String>();
        members.forEach(member -> keys.put(member.token(), member.key()));
        var ended = new HashSet<String>();
        var last = new LinkedHashMap<String, GraphToken>();
        for (GroupChoice group : groups) {
            String where = "a group of '" + aggregate.name() + "', " + group + ",";
            require(!group.members().isEmpty(), where, "has no members");
            String key = String.valueOf(keys.get(group.members().getFirst()));
            for (GraphToken token : group.members()) {
                String own = keys.remove(token);
                require(own != null, where, "has a member that did not enter, or entered twice: " + token);
                require(key.equals(own), where, "has members with different keys");
                checkOrder(token, key, last, where);
            }
            require(ended.isEmpty() || group.trigger().equals("end"), where, "closed after the end of the input");
            checkTrigger(aggregate.grouping(), group, where);
            if (group.trigger().equals("end")) {
                require(ended.add(key), where, "is the second that the end of the input closed for its key");
            }
        }
        require(keys.isEmpty(), "'" + aggregate.name() + "'", "has forgotten members: " + keys.keySet());
        return groups;
    }

    /// Members of one origin follow in the order of rows; those of one row always in the order of parts.
    private void checkOrder(GraphToken token, String key, Map<String, GraphToken> last, String where) {
        GraphToken before = last.put(key + "/" + token.row() / FIRST_OF_NODE, token);
        boolean any = before == null || (!model.ordered() && before.row() != token.row());
        boolean follows = any || Objects.requireNonNull(before).compareTo(token) < 0;
        require(follows, where, "has members out of order: " + token + " after " + before);
    }

    private void checkTrigger(Grouping grouping, GroupChoice group, String where) {
        for (int size = 1; size < group.members().size(); size++) {
            require(trigger(grouping, size).isEmpty(), where, "should have closed with " + size + " members");
        }
        Optional<String> full = trigger(grouping, group.members().size());
        boolean due = grouping.timeout()
                .filter(limit -> group.age().isEmpty() || group.age().get().compareTo(limit) >= 0)
                .isPresent();
        boolean allowed = full.isPresent()
                ? full.get().equals(group.trigger())
                : group.trigger().equals("end") || (group.trigger().equals("timeout") && due);
        require(allowed, where, "must not close by '" + group.trigger() + "'");
        boolean late = !group.trigger().equals("timeout")
                && grouping.timeout()
                        .filter(limit ->
                                group.age().isPresent() && group.age().get().compareTo(limit) > 0)
                        .isPresent();
        require(!late, where, "closed after its timeout");
    }

    private static void require(boolean holds, String where, String message) {
        if (!holds) {
            throw new ChoiceNotAllowedException(where + " " + message);
        }
    }
}

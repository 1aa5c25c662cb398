package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.fold.VisitValues;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// I18: the parts of a split's tokens fit its stride, a join decides once, by its policy, and the tokens that it
/// used end there. I20: a join that fired used every branch with a safety node. Deleted values are trusted. Keeps
/// the splits of rows that have not ended. Owned by one thread.
final class JoinsCheck {
    private static final int ROUTE = EventTable.NODE_STATE.indexOf("route");
    private static final int STATUS = EventTable.NODE_STATE.indexOf("status");
    private static final int OUTCOME = EventTable.OUTCOME.indexOf("outcome");
    private static final int GROUP = EventTable.OUTCOME.indexOf("grp");
    private static final String TIMEOUT = "timeout";
    private static final String OVERDUE = "join_timeout";

    private final Topology topology;
    private final Findings findings;
    private final Map<Long, Map<Long, SplitTrack>> rows = new HashMap<>();
    private final Map<Long, Set<Long>> used = new HashMap<>();
    /// Rows with visits whose values were deleted: which splits and joins they had is not known.
    private final Set<Long> withoutValues = new HashSet<>();

    JoinsCheck(Topology topology, Findings findings) {
        this.topology = topology;
        this.findings = findings;
    }

    /// The tokens that a split made of one, in branch order, with their labels if it is a fork.
    private record SplitTrack(int node, List<Long> parts, List<String> labels) {
        String label(int branch) {
            return labels.isEmpty() ? String.valueOf(branch + 1) : labels.get(branch);
        }

        Optional<Long> part(String label) {
            for (int branch = 0; branch < parts.size(); branch++) {
                if (label(branch).equals(label)) {
                    return Optional.of(parts.get(branch));
                }
            }
            return Optional.empty();
        }
    }

    void visited(StoredEvent event) {
        int node = Math.toIntExact(event.number(2));
        boolean closed = !"open".equals(event.facts()[STATUS]);
        if (topology.isGraph() && closed && event.isGone()) {
            withoutValues.add(event.number(0));
        } else if (topology.isGraph() && closed) {
            VisitValues values = VisitValues.read(event.payload());
            switch (values) {
                case VisitValues.Forked(var _, var branches, var parts) -> split(event, node, parts, branches, true);
                case VisitValues.Split(var outputs, var parts) ->
                    split(event, node, parts, List.of(), outputs.size() == parts.size());
                case VisitValues.Joined(var _, var parts, var lost) -> fired(event, node, parts, lost, true);
                case VisitValues.Apart(var parts, var lost) -> fired(event, node, parts, lost, false);
                case VisitValues.Failed(var reason, var _, var _, var join) ->
                    join.ifPresent(got -> failed(event, node, got, String.valueOf(reason.get("reason"))));
                case VisitValues.Unchanged _, VisitValues.Changed _, VisitValues.Whole _ -> {
                    // no split and no join
                }
            }
        }
    }

    private void split(StoredEvent event, int node, List<Integer> made, List<String> labels, boolean waits) {
        List<Long> parts = made.stream().map(Integer::longValue).toList();
        long parent = event.number(1);
        topology.stride(node).ifPresent(stride -> {
            for (int i = 0; i < parts.size(); i++) {
                if (parts.get(i) != parent + (i + 1) * stride) {
                    findings.add(
                            "I18",
                            token(event) + " became part " + parts.get(i) + " at '" + topology.name(node)
                                    + "', whose stride is " + stride);
                    return;
                }
            }
        });
        if (waits) {
            rows.computeIfAbsent(event.number(0), _ -> new HashMap<>())
                    .put(parent, new SplitTrack(node, parts, labels));
        }
    }

    /// The open split that a join closes; a join that decides again finds none.
    private Optional<SplitTrack> close(StoredEvent event, int join) {
        Map<Long, SplitTrack> splits = rows.getOrDefault(event.number(0), Map.of());
        SplitTrack split = splits.get(event.number(1));
        if (split == null && withoutValues.contains(event.number(0))) {
            return Optional.empty();
        }
        if (split == null || !topology.closes(join, split.node())) {
            findings.add(
                    "I18", token(event) + " is joined at '" + topology.name(join) + "', but waits for no such join");
            return Optional.empty();
        }
        splits.remove(event.number(1));
        return Optional.of(split);
    }

    private void fired(
            StoredEvent event,
            int join,
            List<Integer> parts,
            List<Map<String, @Nullable Object>> losses,
            boolean merges) {
        Optional<SplitTrack> found = close(event, join);
        if (found.isEmpty()) {
            return;
        }
        SplitTrack split = found.get();
        Set<Long> arrived = arrived(event, join, split, parts);
        Set<Long> lost = lost(split, losses, false);
        String trigger = String.valueOf(event.facts()[ROUTE]);
        if (!allows(topology.rule(join), trigger, split.parts().size(), arrived, lost)) {
            findings.add(
                    "I18",
                    token(event) + " is joined at '" + topology.name(join) + "' by " + trigger + " with " + arrived
                            + " of " + split.parts() + ", which its policy does not allow");
        }
        if (!arrived.containsAll(required(split, join))) {
            findings.add(
                    "I20",
                    token(event) + " is joined at '" + topology.name(join) + "' with " + arrived
                            + ", without the safety branches " + required(split, join));
        }
        if (merges) {
            used.computeIfAbsent(event.number(0), _ -> new HashSet<>()).addAll(arrived);
        }
    }

    private static boolean allows(
            Topology.JoinRule rule, String trigger, int branches, Set<Long> arrived, Set<Long> lost) {
        boolean accounted = arrived.size() + lost.size() == branches;
        return !arrived.isEmpty()
                && switch (rule.policy()) {
                    case "all" -> trigger.equals("all") && arrived.size() == branches;
                    case "any" -> trigger.equals("any");
                    case "quorum" -> trigger.equals("quorum") && arrived.size() >= rule.count();
                    case "besteffort" -> trigger.equals(TIMEOUT) || (trigger.equals("accounted") && accounted);
                    default -> true;
                };
    }

    private void failed(StoredEvent event, int join, VisitValues.JoinInputs got, String reason) {
        Optional<SplitTrack> found = close(event, join);
        if (found.isEmpty() || reason.equals("merge_collision")) {
            return;
        }
        SplitTrack split = found.get();
        Set<Long> arrived = arrived(event, join, split, got.used());
        Set<Long> lost = lost(split, got.lost(), true);
        Topology.JoinRule rule = topology.rule(join);
        int left = split.parts().size() - lost.size();
        boolean fails = lost.stream().anyMatch(required(split, join)::contains)
                || switch (rule.policy()) {
                    case "all" -> !lost.isEmpty();
                    case "quorum" -> left < rule.count();
                    case "any", "besteffort" -> left == 0;
                    default -> true;
                };
        if (!fails) {
            findings.add(
                    "I18",
                    token(event) + " fails at '" + topology.name(join) + "' with " + arrived + " of " + split.parts()
                            + " after the loss of " + lost + ", which its policy does not allow");
        }
    }

    private Set<Long> arrived(StoredEvent event, int join, SplitTrack split, List<Integer> parts) {
        var arrived = new TreeSet<Long>();
        parts.forEach(part -> arrived.add((long) part));
        if (!split.parts().containsAll(arrived)) {
            findings.add("I18", token(event) + " is joined at '" + topology.name(join) + "' with tokens of others");
        }
        return arrived;
    }

    private static Set<Long> lost(SplitTrack split, List<Map<String, @Nullable Object>> losses, boolean overdue) {
        var lost = new TreeSet<Long>();
        for (Map<String, @Nullable Object> loss : losses) {
            if (overdue || !Objects.equals(loss.get("reason"), OVERDUE)) {
                split.part(String.valueOf(loss.get("branch"))).ifPresent(lost::add);
            }
        }
        return lost;
    }

    /// The tokens of branches with a safety node before the join.
    private Set<Long> required(SplitTrack split, int join) {
        var required = new TreeSet<Long>();
        for (int branch = 0; branch < split.parts().size(); branch++) {
            Optional<String> route = split.labels().isEmpty() ? Optional.empty() : Optional.of(split.label(branch));
            boolean safe = topology.after(split.node(), route).stream()
                    .flatMap(target -> topology.between(target, join).stream())
                    .anyMatch(topology::isSafety);
            if (safe) {
                required.add(split.parts().get(branch));
            }
        }
        return required;
    }

    private static String token(StoredEvent event) {
        return "token r" + event.number(0) + "." + event.number(1);
    }

    /// A token ends; `last` if its row does.
    void ended(StoredEvent event, boolean last) {
        if (!topology.isGraph()) {
            return;
        }
        boolean merged = "merged".equals(event.facts()[OUTCOME]) && event.facts()[GROUP] == null;
        boolean usedByJoin = used.getOrDefault(event.number(0), Set.of()).contains(event.number(1));
        if (merged != usedByJoin && !(merged && withoutValues.contains(event.number(0)))) {
            findings.add(
                    "I18",
                    token(event)
                            + (merged ? " is merged, but no join used it" : " was used by a join, but is not merged"));
        }
        if (last) {
            rows.remove(event.number(0));
            used.remove(event.number(0));
            withoutValues.remove(event.number(0));
        }
    }
}

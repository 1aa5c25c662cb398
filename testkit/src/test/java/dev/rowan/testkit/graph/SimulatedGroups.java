package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.ReferenceChoices.GroupChoice;
import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import dev.rowan.testkit.graph.ReferenceNode.Aggregate;
import dev.rowan.testkit.graph.ReferenceResult.DerivedRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The whole of a simulated run: its rows, and groups that are filled in random time.
final class SimulatedGroups {
    private final SimulatedRun run;
    private long now;

    SimulatedGroups(SimulatedRun run) {
        this.run = run;
    }

    private static final class Group {
        private final List<GraphToken> members = new ArrayList<>();
        private final long since;

        Group(long since) {
            this.since = since;
        }
    }

    void run(List<SourceRow> rows) {
        rows.forEach(row -> run.row(row.rowSeq(), row.row(), run.model.starts().getOrDefault(row.source(), "")));
        // as in the generator, an aggregate's rows flow to later nodes only
        for (ReferenceNode node : run.model.nodes()) {
            if (node instanceof Aggregate aggregate) {
                fill(aggregate, run.entered.getOrDefault(aggregate.name(), Map.of()));
            }
        }
    }

    private void fill(Aggregate aggregate, Map<GraphToken, Row> entered) {
        List<GroupChoice> closed = new ArrayList<>();
        Map<String, Group> open = new LinkedHashMap<>();
        for (GraphToken token : order(entered)) {
            if (run.bug == PlantedBug.FORGOTTEN_MEMBER && run.random.nextInt(10) == 0) {
                continue;
            }
            now += run.random.nextInt(3);
            expire(aggregate, open, closed);
            Row row = entered.getOrDefault(token, Row.empty());
            String key = aggregate
                    .grouping()
                    .by()
                    .flatMap(by -> run.script.evaluate(by, row))
                    .orElse("");
            Group group = open.computeIfAbsent(key, _ -> new Group(now));
            group.members.add(token);
            int size = group.members.size();
            Optional<String> trigger =
                    aggregate.grouping().count().filter(count -> size >= count).isPresent()
                            ? Optional.of("count")
                            : aggregate
                                    .grouping()
                                    .when()
                                    .filter(when -> run.script.closes(when, size))
                                    .map(_ -> "when");
            trigger.ifPresent(word -> {
                closed.add(choice(word, group));
                open.remove(key);
            });
        }
        open.values().forEach(group -> closed.add(choice("end", group)));
        emit(aggregate, closed, entered);
    }

    private void expire(Aggregate aggregate, Map<String, Group> open, List<GroupChoice> closed) {
        aggregate
                .grouping()
                .timeout()
                .ifPresent(limit -> open.entrySet().removeIf(entry -> {
                    boolean due = now - entry.getValue().since >= limit.toSeconds();
                    if (due) {
                        closed.add(choice("timeout", entry.getValue()));
                    }
                    return due;
                }));
    }

    private GroupChoice choice(String trigger, Group group) {
        return new GroupChoice(trigger, group.members, Optional.of(Duration.ofSeconds(now - group.since)));
    }

    /// By row, or rows in any order.
    private List<GraphToken> order(Map<GraphToken, Row> entered) {
        var rows = new TreeMap<Long, List<GraphToken>>();
        entered.keySet().stream()
                .sorted()
                .forEach(token -> rows.computeIfAbsent(token.row(), _ -> new ArrayList<>())
                        .add(token));
        List<Long> order = new ArrayList<>(rows.keySet());
        if (!run.model.ordered()) {
            Collections.shuffle(order, run.random);
        }
        return order.stream()
                .flatMap(row -> rows.getOrDefault(row, List.of()).stream())
                .toList();
    }

    private void emit(Aggregate aggregate, List<GroupChoice> closed, Map<GraphToken, Row> entered) {
        long next = (aggregate.index() + 1L) << 40;
        for (GroupChoice group : closed) {
            run.choices.group(aggregate.name(), group);
            var origin = new DerivedRow(aggregate.name(), closed.indexOf(group));
            List<Row> members = group.members().stream()
                    .map(token -> entered.getOrDefault(token, Row.empty()))
                    .toList();
            ReferenceScript.Aggregated made = run.script.aggregate(aggregate.plugin(), members);
            for (int i = 0; i < made.refused().size(); i++) {
                run.derived.put(next, origin);
                run.failed(next++, aggregate, "scripted_refusal");
            }
            for (Row row : made.rows()) {
                int copies = aggregate.grouping().members() ? members.size() : 1;
                for (int i = 0; i < copies; i++) {
                    if (aggregate.grouping().members() && made.refused().containsKey(i)) {
                        continue;
                    }
                    Row values = aggregate.grouping().members() ? members.get(i) : Row.empty();
                    for (var field : row.asMap().entrySet()) {
                        values = values.with(field.getKey(), field.getValue());
                    }
                    run.derived.put(next, origin);
                    run.row(next++, values, aggregate.to());
                }
            }
        }
    }
}

package dev.rowan.engine.run;

import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.testkit.graph.GraphToken;
import dev.rowan.testkit.graph.ReferenceModel;
import dev.rowan.testkit.graph.ReferenceNode;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a run with a defect would have left: changes a correct run so that the comparison must fail.
enum PlantedGraphBug {
    /// A join decides twice.
    DOUBLE_FIRE {
        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            return first(run, visit -> visit.values() instanceof VisitValues.Joined)
                    .map(at -> visits(
                            run, at, List.of(run.visits().get(at), run.visits().get(at))));
        }
    },
    /// A join does not report a branch that it lost.
    UNREPORTED_LOSS {
        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            return first(
                            run,
                            visit -> visit.values() instanceof VisitValues.Joined joined
                                    && !joined.lost().isEmpty())
                    .map(at -> visits(run, at, List.of(joined(run.visits().get(at), false))));
        }
    },
    /// A token that failed at a safety transform completes.
    SAFETY_ERROR_WALKS_ON {
        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            for (int i = 0; i < run.outcomes().size(); i++) {
                RecordedGraph.Outcome outcome = run.outcomes().get(i);
                if (outcome.end().reason().filter("malformed_response"::equals).isPresent()) {
                    return Optional.of(ends(run, i, outcome.token(), new TokenEnd(Ending.COMPLETED, Optional.empty())));
                }
            }
            return Optional.empty();
        }
    },
    /// A join with a safety branch fires without a branch that it used.
    SKIPPED_SAFETY_BRANCH {
        @Override
        boolean hasPlace(ReferenceModel model) {
            return model.nodes().stream()
                    .anyMatch(node -> node instanceof ReferenceNode.Join join && requiresAll(model, join));
        }

        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            return first(
                            run,
                            visit -> visit.values() instanceof VisitValues.Joined joined
                                    && joined.used().size() > 1
                                    && model.nodes().get(visit.node()) instanceof ReferenceNode.Join join
                                    && requiresAll(model, join))
                    .map(at -> visits(run, at, List.of(joined(run.visits().get(at), true))));
        }
    },
    /// A group closes without one of its members.
    FORGOTTEN_MEMBER {
        @Override
        boolean hasPlace(ReferenceModel model) {
            return model.nodes().stream().anyMatch(node -> node instanceof ReferenceNode.Aggregate);
        }

        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            for (int i = 0; i < run.groups().size(); i++) {
                RecordedGraph.Group group = run.groups().get(i);
                if (group.members().size() > 1) {
                    List<GraphToken> members =
                            group.members().subList(0, group.members().size() - 1);
                    return Optional.of(groups(
                            run, i, new RecordedGraph.Group(group.node(), group.trigger(), members, group.age())));
                }
            }
            return Optional.empty();
        }
    },
    /// The timer of a group starts again with a later member, so that it closes too late.
    RESET_GROUP_TIMER {
        @Override
        boolean hasPlace(ReferenceModel model) {
            return model.nodes().stream()
                    .anyMatch(node -> node instanceof ReferenceNode.Aggregate aggregate
                            && aggregate.grouping().timeout().isPresent());
        }

        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            for (int i = 0; i < run.groups().size(); i++) {
                RecordedGraph.Group group = run.groups().get(i);
                Optional<Duration> timeout = model.nodes().get(group.node()) instanceof ReferenceNode.Aggregate node
                        ? node.grouping().timeout()
                        : Optional.empty();
                if (timeout.isPresent() && !group.trigger().equals("timeout")) {
                    Duration late = timeout.get().plusMillis(1);
                    return Optional.of(groups(
                            run, i, new RecordedGraph.Group(group.node(), group.trigger(), group.members(), late)));
                }
            }
            return Optional.empty();
        }
    },
    /// A join expires long after its timeout, as if its age had begun again.
    RESET_JOIN_TIMER {
        @Override
        boolean hasPlace(ReferenceModel model) {
            return model.nodes().stream()
                    .anyMatch(node -> node instanceof ReferenceNode.Join join
                            && join.policy().timeout().isPresent());
        }

        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            return first(run, visit -> visit.route().filter("timeout"::equals).isPresent())
                    .map(at -> {
                        RecordedGraph.Visit visit = run.visits().get(at);
                        var late = new RecordedGraph.Visit(
                                visit.token(),
                                visit.node(),
                                visit.at().plus(Duration.ofHours(1)),
                                visit.route(),
                                visit.values());
                        return visits(run, at, List.of(late));
                    });
        }
    },
    /// Two tokens have the same number.
    REUSED_PART {
        @Override
        Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run) {
            for (int i = 0; i < run.outcomes().size(); i++) {
                GraphToken token = run.outcomes().get(i).token();
                if (token.part() > 0) {
                    return Optional.of(ends(
                            run,
                            i,
                            new GraphToken(token.row(), 0),
                            run.outcomes().get(i).end()));
                }
            }
            return Optional.empty();
        }
    };

    /// Whether it can be in a run of this graph.
    boolean hasPlace(ReferenceModel model) {
        return model.nodes().size() > 0;
    }

    /// The same run with the bug; empty if it has no place for it.
    abstract Optional<RecordedGraph> plant(ReferenceModel model, RecordedGraph run);

    private interface Wanted {
        boolean test(RecordedGraph.Visit visit);
    }

    private static Optional<Integer> first(RecordedGraph run, Wanted wanted) {
        for (int i = 0; i < run.visits().size(); i++) {
            if (wanted.test(run.visits().get(i))) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static boolean requiresAll(ReferenceModel model, ReferenceNode.Join join) {
        return model.nodes().stream()
                .filter(node -> node.name().equals(join.of()))
                .allMatch(node -> node.next().stream().allMatch(start -> model.required(start, join.name())));
    }

    /// The visit of a join without its last branch used, or without its losses.
    private static RecordedGraph.Visit joined(RecordedGraph.Visit visit, boolean unused) {
        var joined = (VisitValues.Joined) visit.values();
        List<Integer> used = unused ? joined.used().subList(0, joined.used().size() - 1) : joined.used();
        var changed = new VisitValues.Joined(joined.change(), used, unused ? joined.lost() : List.of());
        return new RecordedGraph.Visit(visit.token(), visit.node(), visit.at(), visit.route(), changed);
    }

    private static RecordedGraph visits(RecordedGraph run, int at, List<RecordedGraph.Visit> instead) {
        var visits = new ArrayList<>(run.visits());
        visits.remove(at);
        visits.addAll(at, instead);
        return new RecordedGraph(visits, run.outcomes(), run.groups());
    }

    private static RecordedGraph groups(RecordedGraph run, int at, RecordedGraph.Group group) {
        var groups = new ArrayList<>(run.groups());
        groups.set(at, group);
        return new RecordedGraph(run.visits(), run.outcomes(), groups);
    }

    private static RecordedGraph ends(RecordedGraph run, int at, GraphToken token, TokenEnd end) {
        var outcomes = new ArrayList<>(run.outcomes());
        outcomes.set(at, new RecordedGraph.Outcome(token, end));
        return new RecordedGraph(run.visits(), outcomes, run.groups());
    }
}

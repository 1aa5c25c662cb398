package dev.rowan.testkit.graph;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A node of a [ReferenceModel]. Targets are names: of a node, of a sink, or `discard`.
public sealed interface ReferenceNode {
    int index();

    String name();

    /// Where a failed token goes; empty if it ends here.
    Optional<String> onError();

    /// What a file says about a plugin: its name, its options, and how it behaves.
    record Plugin(String name, Map<String, Object> options, Traits traits) {
        public Plugin {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /// How a plugin behaves: `mostRows` is above 0 if it makes several rows of one.
    record Traits(int mostRows, boolean safety) {
        public static final Traits USUAL = new Traits(0, false);
        public static final Traits SAFETY = new Traits(0, true);
    }

    /// A transform.
    record Step(int index, String name, Plugin plugin, String to, Optional<String> onError) implements ReferenceNode {}

    record Gate(
            int index,
            String name,
            String by,
            Map<String, String> routes,
            Optional<String> otherwise,
            Optional<String> onError)
            implements ReferenceNode {
        public Gate {
            routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
        }
    }

    record Fork(int index, String name, Map<String, String> branches) implements ReferenceNode {
        public Fork {
            branches = Collections.unmodifiableMap(new LinkedHashMap<>(branches));
        }

        @Override
        public Optional<String> onError() {
            return Optional.empty();
        }
    }

    /// Closes the split `of`.
    record Join(
            int index,
            String name,
            String of,
            Policy policy,
            String merge,
            String collision,
            String as,
            String to,
            Optional<String> onError)
            implements ReferenceNode {}

    /// `count` is that of a quorum.
    record Policy(String word, int count, Optional<Duration> timeout) {}

    /// A stage boundary.
    record Aggregate(int index, String name, Plugin plugin, Grouping grouping, String to, Optional<String> onError)
            implements ReferenceNode {}

    /// How groups are made and closed.
    record Grouping(
            Optional<String> by,
            Optional<Long> count,
            Optional<Duration> timeout,
            Optional<String> when,
            boolean members) {}

    /// The targets of tokens that leave this node; the rows behind an aggregate are others.
    default List<String> next() {
        Stream<String> ahead = switch (this) {
            case Step step -> Stream.of(step.to());
            case Gate gate -> Stream.concat(gate.routes().values().stream(), gate.otherwise().stream());
            case Fork fork -> fork.branches().values().stream();
            case Join join -> Stream.of(join.to());
            case Aggregate _ -> Stream.empty();
        };
        return Stream.concat(ahead, onError().stream()).toList();
    }

    /// The most children of a split; 0 if this node is none.
    default int mostChildren() {
        return switch (this) {
            case Step step -> step.plugin().traits().mostRows();
            case Fork fork -> fork.branches().size();
            case Gate _, Join _, Aggregate _ -> 0;
        };
    }

    default boolean safety() {
        return this instanceof Step step && step.plugin().traits().safety();
    }
}

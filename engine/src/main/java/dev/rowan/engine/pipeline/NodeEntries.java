package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The entries of `transforms`, those of inline lists included, numbered depth first. Read from the tree alone, so
/// that names are known even if settings are wrong. Owned by one thread.
final class NodeEntries {
    private final List<NodeEntry> entries = new ArrayList<>();
    private final IdentityHashMap<ConfigNode, Integer> firstOf = new IdentityHashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Problems problems;

    private NodeEntries(Problems problems) {
        this.problems = problems;
    }

    /// An entry. `next` is the one after it in its list; the last of an inline list is `within` a gate. `given` is
    /// whether the name was.
    record NodeEntry(
            int index, ConfigNode node, String name, boolean given, Optional<Integer> next, Optional<Integer> within) {
        Optional<ConfigNode> gate() {
            return child(PipelineShape.GATE);
        }

        Optional<ConfigNode> fork() {
            return child(PipelineShape.FORK);
        }

        Optional<ConfigNode> join() {
            return child(PipelineShape.JOIN);
        }

        Optional<ConfigNode> aggregate() {
            return child(PipelineShape.AGGREGATE);
        }

        /// Whether it has a plugin.
        boolean isTransform() {
            return gate().isEmpty() && fork().isEmpty() && join().isEmpty();
        }

        Optional<ConfigNode> child(Option<?> key) {
            return PipelineAssembly.child(node, key);
        }
    }

    static NodeEntries of(ConfigNode root, Problems problems) {
        var found = new NodeEntries(problems);
        PipelineAssembly.child(root, PipelineShape.TRANSFORMS).ifPresent(list -> found.list(list, Optional.empty()));
        return found;
    }

    /// The entries' settings by number.
    static List<ConfigNode> nodes(ConfigNode root) {
        return of(root, new Problems()).list().stream().map(NodeEntry::node).toList();
    }

    List<NodeEntry> list() {
        return entries;
    }

    NodeEntry get(int index) {
        return entries.get(index);
    }

    /// The first entry of an inline list; empty if it has none.
    Optional<Integer> first(ConfigNode list) {
        return Optional.ofNullable(firstOf.get(list));
    }

    Optional<Integer> named(String name) {
        return entries.stream()
                .filter(entry -> entry.name().equals(name))
                .map(NodeEntry::index)
                .findFirst();
    }

    private void list(ConfigNode list, Optional<Integer> within) {
        if (!(list instanceof ConfigNode.Sequence(var _, var _, var items))) {
            if (!(list instanceof ConfigNode.Broken)) {
                problems.add("config.type", list, "must be a list of transforms, got " + list.found());
            }
            return;
        }
        if (!items.isEmpty()) {
            firstOf.put(list, entries.size());
        }
        for (int i = 0; i < items.size(); i++) {
            int index = entries.size();
            entries.add(entry(index, items.get(i), Optional.empty(), within));
            inlineLists(items.get(i)).forEach(inline -> list(inline, Optional.of(index)));
            if (i + 1 < items.size()) {
                NodeEntry last = entries.get(index);
                entries.set(
                        index,
                        new NodeEntry(
                                index,
                                last.node(),
                                last.name(),
                                last.given(),
                                Optional.of(entries.size()),
                                Optional.empty()));
            }
        }
    }

    /// The lists that are targets of a gate's routes or a fork's branches.
    private static List<ConfigNode> inlineLists(ConfigNode entry) {
        var lists = new ArrayList<ConfigNode>();
        PipelineAssembly.child(entry, PipelineShape.GATE).ifPresent(gate -> {
            PipelineAssembly.child(gate, PipelineShape.ROUTES).ifPresent(routes -> {
                if (routes instanceof ConfigNode.Mapping(var _, var _, var entries)) {
                    entries.values().forEach(route -> lists.add(route.value()));
                }
            });
            PipelineAssembly.child(gate, PipelineShape.ELSE).ifPresent(lists::add);
        });
        if (PipelineAssembly.child(entry, PipelineShape.FORK).orElse(entry)
                        instanceof ConfigNode.Mapping(var _, var _, var branches)
                && PipelineAssembly.child(entry, PipelineShape.FORK).isPresent()) {
            branches.values().forEach(branch -> lists.add(branch.value()));
        }
        lists.removeIf(target -> !(target instanceof ConfigNode.Sequence));
        return lists;
    }

    private NodeEntry entry(int index, ConfigNode node, Optional<Integer> next, Optional<Integer> within) {
        Optional<String> given = text(node, PipelineShape.NAME);
        String wanted = given.or(() -> text(node, PipelineShape.PLUGIN))
                .orElseGet(() -> Stream.of(PipelineShape.GATE, PipelineShape.FORK, PipelineShape.JOIN)
                        .filter(key -> PipelineAssembly.child(node, key).isPresent())
                        .<String>map(Option::name)
                        .findFirst()
                        .orElse("transform"));
        String name = wanted;
        for (int use = 2; !names.add(name); use++) {
            name = wanted + "_" + use;
        }
        if (given.isPresent() && !name.equals(wanted)) {
            problems.add("config.duplicate_name", node, "another transform is already named '" + wanted + "'");
        }
        return new NodeEntry(index, node, name, given.isPresent(), next, within);
    }

    private static Optional<String> text(ConfigNode node, Option<?> key) {
        return PipelineAssembly.child(node, key)
                .flatMap(value -> value instanceof ConfigNode.Scalar(var _, var _, String text)
                        ? Optional.of(text)
                        : Optional.empty());
    }
}

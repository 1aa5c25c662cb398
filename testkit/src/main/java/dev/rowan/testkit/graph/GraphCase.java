package dev.rowan.testkit.graph;

import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A pipeline and its input, which prints itself as a pipeline file.
public record GraphCase(Map<String, Object> settings, List<SourceRow> rows) {

    public GraphCase {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        rows = List.copyOf(rows);
    }

    public ReferenceGraph graph() {
        return ReferenceGraph.parse(settings, new ScriptedPlugins());
    }

    public boolean valid() {
        try {
            graph();
            return true;
        } catch (IllegalArgumentException | NoSuchElementException | ClassCastException e) {
            return false;
        }
    }

    /// The pipeline as a file.
    public String yaml() {
        return YamlText.of(settings);
    }

    /// A smaller case that still `fails`: without nodes, routes, options or rows that do not matter.
    public GraphCase shrink(Predicate<GraphCase> fails) {
        GraphCase smallest = this;
        Optional<GraphCase> smaller = Optional.of(this);
        while (smaller.isPresent()) {
            smallest = smaller.get();
            smaller =
                    smallest.candidates().filter(GraphCase::valid).filter(fails).findFirst();
        }
        return smallest;
    }

    /// Half of the rows first, then single rows, then parts of the pipeline.
    private Stream<GraphCase> candidates() {
        Stream<List<SourceRow>> fewer = Stream.concat(
                rows.size() < 4
                        ? Stream.of()
                        : Stream.of(rows.subList(0, rows.size() / 2), rows.subList(rows.size() / 2, rows.size())),
                rows.stream()
                        .map(row -> rows.stream()
                                .filter(other -> !other.equals(row))
                                .toList()));
        Stream<GraphCase> parts = smaller(settings.getOrDefault("transforms", List.of()))
                .map(transforms -> {
                    var changed = new LinkedHashMap<>(settings);
                    changed.put("transforms", transforms);
                    return new GraphCase(changed, rows);
                });
        return Stream.concat(fewer.map(some -> new GraphCase(settings, numbered(some))), parts);
    }

    private static List<SourceRow> numbered(List<SourceRow> rows) {
        return indexes(rows.size())
                .map(i -> new SourceRow(i + 1, rows.get(i).source(), rows.get(i).row()))
                .toList();
    }

    /// The value without one of its parts, at any depth.
    private static Stream<Object> smaller(Object value) {
        return switch (value) {
            case List<?> list ->
                Stream.concat(
                        pairs(list.size()).map(pair -> without(list, pair)),
                        indexes(list.size()).flatMap(i -> smaller(list.get(i)).map(part -> with(list, i, part))));
            case Map<?, ?> map ->
                map.keySet().stream()
                        .flatMap(key -> Stream.concat(
                                Stream.of(with(map, key, Optional.empty())),
                                Optional.<Object>ofNullable(map.get(key)).stream()
                                        .flatMap(GraphCase::smaller)
                                        .map(part -> with(map, key, Optional.of(part)))));
            default -> Stream.of();
        };
    }

    private static Stream<Integer> indexes(int size) {
        return Stream.iterate(0, i -> i < size, i -> i + 1);
    }

    /// Two positions or twice the same: a split goes together with its join.
    private static Stream<Set<Integer>> pairs(int size) {
        return indexes(size).flatMap(i -> indexes(i + 1).map(j -> i.equals(j) ? Set.of(i) : Set.of(i, j)));
    }

    private static Object without(List<?> list, Set<Integer> positions) {
        return indexes(list.size())
                .filter(i -> !positions.contains(i))
                .<Object>map(list::get)
                .toList();
    }

    private static Object with(List<?> list, int index, Object item) {
        var changed = new ArrayList<Object>(list);
        changed.set(index, item);
        return changed;
    }

    private static Object with(Map<?, ?> map, Object key, Optional<Object> part) {
        var changed = new LinkedHashMap<Object, Object>();
        map.forEach((name, value) -> {
            if (!name.equals(key)) {
                changed.put(name, value);
            } else {
                part.ifPresent(smaller -> changed.put(name, smaller));
            }
        });
        return changed;
    }
}

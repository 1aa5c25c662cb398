package dev.rowan.engine.calibrate;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.text.FieldPath;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which fields of the two answers must be equal. In whole answers that are objects, those are the fields that both
/// have, without `ignored`, the number that the gate compares.
public record AnswerComparison(List<Pair> pairs, Optional<String> ignored) {
    public AnswerComparison {
        pairs = List.copyOf(pairs);
    }

    /// A value of the row before the gate, and one of the row behind the strong model.
    public record Pair(FieldPath cheap, FieldPath strong) {}

    /// Reads pairs such as `draft.label=final.label`; without any, the answers are compared as a whole.
    public static AnswerComparison of(CascadeGate cascade, List<String> written) throws PluginException {
        if (written.isEmpty()) {
            return whole(cascade);
        }
        var pairs = new ArrayList<Pair>();
        for (String one : written) {
            int at = one.indexOf('=');
            if (at < 1 || at == one.length() - 1) {
                throw new PluginException(
                        "--compare must be FIELD=FIELD, such as draft.label=final.label, got '" + one + "'");
            }
            pairs.add(new Pair(FieldPath.parse(one.substring(0, at)), FieldPath.parse(one.substring(at + 1))));
        }
        return new AnswerComparison(pairs, Optional.empty());
    }

    private static AnswerComparison whole(CascadeGate cascade) throws PluginException {
        List<String> path = cascade.comparison().path();
        String cheap = path.size() > 1 ? path.getFirst() : only(cascade.cheap(), cascade, path.getFirst());
        String strong = only(cascade.strong(), cascade, "");
        return new AnswerComparison(
                List.of(new Pair(FieldPath.field(cheap), FieldPath.field(strong))),
                path.size() > 1 ? Optional.of(path.get(1)) : Optional.empty());
    }

    /// The only field that a model adds besides `other`.
    private static String only(TransformNode node, CascadeGate cascade, String other) throws PluginException {
        List<String> added = node.transform() instanceof CallPlanner planner
                ? planner.adds().stream().filter(field -> !field.equals(other)).toList()
                : List.of();
        if (added.size() != 1) {
            throw new PluginException("'" + node.name() + "' adds several fields (" + String.join(", ", added)
                    + "); name those to compare: --compare FIELD=FIELD, one of '"
                    + cascade.cheap().name() + "' and one of '"
                    + cascade.strong().name() + "'");
        }
        return added.getFirst();
    }

    /// Whether the answers are the same; empty if there is nothing to compare.
    Optional<Boolean> agree(Row beforeGate, Row behindStrong) {
        boolean equal = true;
        for (Pair pair : pairs) {
            Optional<FieldPath.Found> one = pair.cheap().in(beforeGate);
            Optional<FieldPath.Found> other = pair.strong().in(behindStrong);
            if (one.isEmpty() || other.isEmpty()) {
                return Optional.empty();
            }
            Optional<Boolean> same = same(one.get().value(), other.get().value());
            if (same.isEmpty()) {
                return same;
            }
            equal &= same.get();
        }
        return Optional.of(equal);
    }

    private Optional<Boolean> same(@Nullable Object one, @Nullable Object other) {
        if (ignored.isEmpty() || !(one instanceof Map<?, ?> map) || !(other instanceof Map<?, ?> others)) {
            return Optional.of(equal(one, other));
        }
        Set<String> keys = map.keySet().stream()
                .filter(others::containsKey)
                .map(String::valueOf)
                .filter(key -> !key.equals(ignored.get()))
                .collect(Collectors.toCollection(TreeSet::new));
        return keys.isEmpty()
                ? Optional.empty()
                : Optional.of(keys.stream().allMatch(key -> equal(map.get(key), others.get(key))));
    }

    private static boolean equal(@Nullable Object one, @Nullable Object other) {
        return switch (one) {
            case Number number
            when other instanceof Number value -> decimal(number).compareTo(decimal(value)) == 0;
            case List<?> list
            when other instanceof List<?> values -> {
                boolean same = list.size() == values.size();
                for (int i = 0; same && i < list.size(); i++) {
                    same = equal(list.get(i), values.get(i));
                }
                yield same;
            }
            case Map<?, ?> map
            when other instanceof Map<?, ?> values ->
                map.keySet().equals(values.keySet())
                        && map.keySet().stream().allMatch(key -> equal(map.get(key), values.get(key)));
            case null, default -> Objects.equals(one, other);
        };
    }

    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString());
    }

    /// `draft with final`, for people.
    public String text() {
        return pairs.stream()
                        .map(pair -> pair.cheap() + " with " + pair.strong())
                        .collect(Collectors.joining(", "))
                + ignored.map(field -> ", without " + field).orElse("");
    }
}

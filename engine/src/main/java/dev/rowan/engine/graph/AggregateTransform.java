package dev.rowan.engine.graph;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.expressions.Evaluation;
import dev.rowan.expressions.Expression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// An aggregate: which group a row belongs to, when a group closes, and what makes rows of it. The engine itself
/// runs it.
public final class AggregateTransform implements RowTransform {
    /// The variables of the expression `when`.
    public static final String COUNT = "count";

    public static final String BYTES = "bytes";

    private static final double LARGEST_WHOLE = 1L << 53;

    private final Aggregator aggregator;
    private final Grouping grouping;

    public AggregateTransform(Aggregator aggregator, Grouping grouping) {
        this.aggregator = aggregator;
        this.grouping = grouping;
    }

    /// How groups are made and closed. `emitsMembers` is whether each member continues with the values of its group;
    /// `maxBytes` how much of the values of open groups stays in memory.
    public record Grouping(
            Optional<Expression> by,
            OptionalLong count,
            Optional<Duration> timeout,
            Optional<Expression> when,
            boolean emitsMembers,
            long maxBytes) {}

    public Aggregator aggregator() {
        return aggregator;
    }

    public Grouping grouping() {
        return grouping;
    }

    /// What the members of the row's group have in common, or why the expression fails.
    public Evaluation key(Row row) {
        return grouping.by()
                .map(by -> by.evaluate(row))
                .map(found -> found instanceof Evaluation.Value(Double number)
                                && number == Math.rint(number)
                                && Math.abs(number) < LARGEST_WHOLE
                        ? new Evaluation.Value(number.longValue()) // 1.0 is in the group of 1
                        : found)
                .orElseGet(() -> new Evaluation.Value(null));
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        return TransformResult.success(row);
    }

    @Override
    public RowFields outputFields(RowFields input) {
        RowFields group = aggregator.outputFields(input);
        return grouping.emitsMembers() ? with(input, group) : group;
    }

    private static RowFields with(RowFields input, RowFields group) {
        RowFields all = input.with(group.names());
        return group.complete() ? all : all.open();
    }

    @Override
    public List<FieldUse> fieldUses() {
        var uses = new ArrayList<>(aggregator.fieldUses());
        grouping.by()
                .ifPresent(by -> by.requiredFields().stream()
                        .sorted()
                        .forEach(field -> uses.add(FieldUse.required(field, "by"))));
        return uses;
    }
}

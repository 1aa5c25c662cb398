package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.schema.RowFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The contract of every aggregator.
public abstract class AggregatorContract extends PluginContract<AggregatorPlugin> {

    /// Members of a group that can be aggregated with these options.
    protected abstract List<Row> members();

    /// A row that these options refuse.
    protected abstract Row refused();

    @Override
    protected final Class<AggregatorPlugin> service() {
        return AggregatorPlugin.class;
    }

    /// What became of a group: the reasons of the members that were refused, and its rows.
    protected record Aggregated(List<Reason> refused, List<Row> rows) {}

    @Test
    void isDeterministicAndMakesNoCalls() {
        assertThat(plugin().capabilities()).containsExactly(Capability.DETERMINISTIC);
        assertThat(aggregate(options(), members())).isEqualTo(aggregate(options(), members()));
    }

    @Test
    void continuesWithoutAMemberThatItRejects() {
        var members = new ArrayList<>(members());
        members.addFirst(refused());
        members.add(refused());

        Aggregated aggregated = aggregate(options(), members);

        assertThat(aggregated.refused())
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason.message()).isNotBlank());
        assertThat(aggregated.rows()).isEqualTo(aggregate(options(), members()).rows());
    }

    @Test
    void makesNoRowOfAGroupWithoutMembers() {
        assertThat(aggregate(options(), List.of()).rows()).isEmpty();
    }

    @Test
    void keepsGroupsApart() {
        Aggregator aggregator = plugin().configure(section(options()));
        Aggregator.Group one = aggregator.begin();
        Aggregator.Group other = aggregator.begin();
        for (Row member : members()) {
            assertThat(one.add(member)).isEmpty();
            assertThat(other.add(member)).isEmpty();
        }
        List<Row> alone = aggregate(options(), members()).rows();

        assertThat(rows(one.close())).isEqualTo(alone);
        assertThat(rows(other.close())).isEqualTo(alone);
    }

    protected final Aggregated aggregate(Map<String, Object> options, List<Row> members) {
        assertThat(problems(options)).isEmpty();
        Aggregator aggregator = plugin().configure(section(options));
        Aggregator.Group group = aggregator.begin();
        var refused = new ArrayList<Reason>();
        members.forEach(member -> group.add(member).ifPresent(refused::add));
        List<Row> rows = rows(group.close());
        RowFields declared = aggregator.outputFields(RowFields.UNKNOWN);
        if (declared.complete()) {
            assertThat(rows).allSatisfy(row -> assertThat(row.names().list()).isEqualTo(declared.names()));
        }
        return new Aggregated(refused, rows);
    }

    private static List<Row> rows(TransformResult result) {
        return switch (result) {
            case TransformResult.Success(Row row) -> List.of(row);
            case TransformResult.SuccessMulti(List<Row> rows) -> rows;
            case TransformResult.Error(Reason reason, var _) -> throw new AssertionError("the group failed: " + reason);
        };
    }

    /// The problems of `options`, those of the plugin's own rules included.
    protected final List<Problem> problems(Map<String, Object> options) {
        var problems = new Problems();
        Section.check(ConfigNode.of(options), plugin().options(), folder, problems)
                .ifPresent(plugin()::configure);
        return problems.list();
    }
}

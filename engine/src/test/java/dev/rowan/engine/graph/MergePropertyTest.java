package dev.rowan.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.engine.graph.Merge.Arrival;
import dev.rowan.engine.graph.Merge.Collision;
import dev.rowan.engine.graph.Merge.Merged;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.assertj.core.api.InstanceOfAssertFactories;

/// The laws of a three-way merge.
class MergePropertyTest {

    @Property
    void aFieldHasTheValueOfABranchThatChangedItElseOfTheBase(
            @ForAll("rows") Row base, @ForAll @Size(min = 1, max = 4) List<@From("rows") Row> rows) {
        List<Arrival> arrivals = arrivals(rows);
        for (Collision collision : Collision.values()) {
            Merged merged = new Merge.Union(collision).merge(base, arrivals);
            List<String> disputed = fields(base, rows)
                    .filter(field -> changes(base, rows, field).size() > 1)
                    .toList();
            if (collision == Collision.FAIL && !disputed.isEmpty()) {
                assertThat(merged)
                        .isInstanceOfSatisfying(
                                Merged.Collides.class,
                                found -> assertThat(disputed).contains(found.field()));
                continue;
            }
            Row row = ((Merged.One) merged).row();
            for (String field : fields(base, rows).toList()) {
                List<List<Object>> changes = changes(base, rows, field);
                var expected = changes.isEmpty()
                        ? written(base, field)
                        : collision == Collision.LAST ? changes.getLast() : changes.getFirst();
                assertThat(written(row, field)).as("%s in %s", field, row).isEqualTo(expected);
            }
        }
    }

    @Property
    void mergingOneBranchGivesItsFields(@ForAll("rows") Row base, @ForAll("rows") Row row) {
        Merged merged = new Merge.Union(Collision.FAIL).merge(base, arrivals(List.of(row)));

        assertThat(((Merged.One) merged).row().asMap()).isEqualTo(row.asMap());
    }

    @Property
    void theOrderOfBranchesDoesNotMatterWithoutACollision(
            @ForAll("rows") Row base, @ForAll @Size(min = 2, max = 4) List<@From("rows") Row> rows) {
        var reversed = new ArrayList<>(rows);
        Collections.reverse(reversed);
        Merged there = new Merge.Union(Collision.FAIL).merge(base, arrivals(rows));
        Merged back = new Merge.Union(Collision.FAIL).merge(base, arrivals(reversed));

        assertThat(values(there)).isEqualTo(values(back));
    }

    @Property
    void listAndNestedHoldWhatMakesTheBranchOfTheBase(
            @ForAll("rows") Row base, @ForAll @Size(min = 1, max = 4) List<@From("rows") Row> rows) {
        List<Arrival> arrivals = arrivals(rows);
        Row list = ((Merged.One) new Merge.AsList("list").merge(base, arrivals)).row();
        Row nested = ((Merged.One) new Merge.Nested().merge(base, arrivals)).row();

        assertThat(list.get("list"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            Map<?, ?> item = (Map<?, ?>)
                    Objects.requireNonNull(nested.get(arrivals.get(i).branch()));
            assertThat(((List<?>) Objects.requireNonNull(list.get("list"))).get(i))
                    .isEqualTo(item);
            for (String field : rows.get(i).names().list()) {
                Row row = rows.get(i);
                assertThat(item.containsKey(field))
                        .isEqualTo(!written(base, field).equals(written(row, field)));
                assertThat(item.containsKey(field) ? item.get(field) : base.get(field))
                        .isEqualTo(row.get(field));
            }
        }
    }

    private static Object values(Merged merged) {
        return merged instanceof Merged.One(Row row) ? row.asMap() : "collision";
    }

    private static List<Arrival> arrivals(List<Row> rows) {
        var arrivals = new ArrayList<Arrival>();
        rows.forEach(row -> arrivals.add(new Arrival("b" + (arrivals.size() + 1), row)));
        return arrivals;
    }

    private static Stream<String> fields(Row base, List<Row> rows) {
        var names = new HashSet<>(base.names().list());
        rows.forEach(row -> names.addAll(row.names().list()));
        return names.stream();
    }

    /// A field as a list of its value, or the empty list if it is missing.
    private static List<Object> written(Row row, String field) {
        return row.has(field) ? List.of(String.valueOf(row.get(field))) : List.of();
    }

    /// The different changes of a field, in branch order.
    private static List<List<Object>> changes(Row base, List<Row> rows, String field) {
        return rows.stream()
                .map(row -> written(row, field))
                .filter(value -> !value.equals(written(base, field)))
                .collect(Collectors.collectingAndThen(Collectors.toList(), MergePropertyTest::distinct));
    }

    /// Distinct values; the last stays the last.
    private static List<List<Object>> distinct(List<List<Object>> changes) {
        return changes.stream().distinct().count() == 1 ? changes.subList(0, 1) : changes;
    }

    @Provide
    Arbitrary<Row> rows() {
        Arbitrary<Object> values = Arbitraries.of("x", "y", 1L, true, List.of("x"));
        return Arbitraries.maps(Arbitraries.of("a", "b", "c", "d"), values.injectNull(0.1))
                .ofMaxSize(4)
                .map(Row::of);
    }
}

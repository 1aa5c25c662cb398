package dev.rowan.landscape.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.record.LogEntry.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class VisitValuesPropertyTest {

    @Property
    void whatIsStoredMakesTheOutputOfTheInputAgain(@ForAll("rows") Row input, @ForAll("rows") Row output) {
        VisitValues stored = VisitValues.of(new Result.Passed(input, output));

        List<Row> outputs = VisitValues.read(stored.write()).outputs(input);

        assertThat(outputs).containsExactly(output);
        assertThat(outputs.getFirst().names().list()).isEqualTo(output.names().list());
        assertThat(outputs.getFirst().toString()).isEqualTo(output.toString());
    }

    @Property
    void anUnchangedRowStoresNothing(@ForAll("rows") Row row) {
        Row equal = Row.of(new LinkedHashMap<>(row.asMap()));

        assertThat(VisitValues.of(new Result.Passed(row, equal)).write()).isEmpty();
    }

    @Provide
    Arbitrary<Row> rows() {
        Arbitrary<@Nullable Object> nested = Arbitraries.of(
                Map.of(), inOrder("x", "y"), inOrder("y", "x"), List.of(1L, "two"), List.of(inOrder("y", "x")));
        Arbitrary<@Nullable Object> value =
                Arbitraries.oneOf(Arbitraries.of("a", "b", 1L, true), nested).injectNull(0.2);
        return Arbitraries.maps(Arbitraries.of("a", "b", "c", "d", "e"), value)
                .ofMaxSize(5)
                .flatMap(map -> Arbitraries.shuffle(List.copyOf(map.keySet())).map(names -> ordered(names, map)));
    }

    private static Row ordered(List<String> names, Map<String, @Nullable Object> map) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        names.forEach(name -> fields.put(name, map.get(name)));
        return Row.of(fields);
    }

    private static Map<String, Object> inOrder(String first, String second) {
        var map = new LinkedHashMap<String, Object>();
        map.put(first, 1L);
        map.put(second, 2L);
        return map;
    }
}

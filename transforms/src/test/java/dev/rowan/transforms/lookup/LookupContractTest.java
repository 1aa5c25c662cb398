package dev.rowan.transforms.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.contract.RowTransformContract;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LookupContractTest extends RowTransformContract {

    @BeforeEach
    void writeTable() throws IOException {
        Files.writeString(folder.resolve("products.csv"), "id,name,price\n7,pen,1.20\n8,ink,4.50\n");
    }

    @Override
    protected TransformPlugin plugin() {
        return new LookupPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "table",
                Map.of("plugin", "csv", "options", Map.of("path", "products.csv")),
                "on",
                Map.of("code", "id"),
                "take",
                List.of("name", "price"));
    }

    private Map<String, Object> with(String key, Object value) {
        var options = new HashMap<>(options());
        options.put(key, value);
        return options;
    }

    @Override
    protected Row passing() {
        return Row.of("code", "7");
    }

    @Test
    void addsTheColumnsOfTheRowWithTheSameKey() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.success(passing().with("name", "pen").with("price", "1.20")));
    }

    @Test
    void findsANumberByItsText() {
        assertThat(process(options(), Row.of("code", 8))).isInstanceOf(TransformResult.Success.class);
        assertThat(process(options(), Row.of("code", new BigDecimal("8.0"))))
                .isInstanceOf(TransformResult.Success.class);
    }

    @Test
    void failsWithoutAMatchOrAddsNulls() {
        Row row = Row.of("code", 9);
        assertThat(process(options(), row)).isInstanceOfSatisfying(TransformResult.Error.class, error -> {
            assertThat(error.reason().code()).isEqualTo("lookup_missing");
            assertThat(error.reason().details()).containsEntry("code", 9L);
        });
        assertThat(process(with("missing", "null"), row))
                .isEqualTo(TransformResult.success(row.with("name", null).with("price", null)));
    }

    @Test
    void refusesATableWithARepeatedKeyUnlessTheFirstCounts() throws Exception {
        Files.writeString(folder.resolve("products.csv"), "id,name,price\n7,pen,1\n7,ink,2\n");
        assertThatThrownBy(() -> prepared(options()))
                .hasMessageContaining("line 3")
                .hasMessageContaining("twice, first at line 2")
                .hasMessageContaining("duplicates: first");
        assertThat(process(with("duplicates", "first"), passing()))
                .isEqualTo(TransformResult.success(passing().with("name", "pen").with("price", "1")));
    }

    @Test
    void refusesATableWithoutTheColumnOrTooLarge() {
        assertThatThrownBy(() -> prepared(with("take", "colour"))).hasMessageContaining("no column 'colour'");
        assertThatThrownBy(() -> prepared(with("max_bytes", 100))).hasMessageContaining("raise 'max_bytes'");
    }

    @Test
    void readsEveryKindOfSource() throws Exception {
        Files.writeString(folder.resolve("products.jsonl"), "{\"id\":7,\"name\":{\"en\":\"pen\"},\"price\":1.5}\n");
        var table = Map.of("plugin", "jsonl", "options", Map.of("path", "products.jsonl"));

        assertThat(process(with("table", table), passing()))
                .isEqualTo(TransformResult.success(
                        passing().with("name", Map.of("en", "pen")).with("price", new BigDecimal("1.5"))));
        assertThat(problems(with("table", Map.of("plugin", "csvv", "options", Map.of()))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("no source plugin 'csvv'", "csv"));
        assertThat(problems(with("table", Map.of("plugin", "csv", "options", Map.of("pat", "x")))))
                .isNotEmpty();
        assertThat(problems(with("table", Map.of("plugin", "csv", "options", Map.of("path", "-")))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("standard input"));
    }

    @Test
    void hasAFingerprintThatChangesWithTheTable() throws Exception {
        String before = prepared(options()).dataFingerprint().orElseThrow();
        assertThat(prepared(options()).dataFingerprint()).hasValue(before);
        Files.writeString(folder.resolve("products.csv"), "id,name,price\n7,pen,1.30\n8,ink,4.50\n");
        assertThat(prepared(options()).dataFingerprint()).isPresent().isNotEqualTo(Optional.of(before));
    }

    private Lookup prepared(Map<String, Object> options) throws Exception {
        var lookup = (Lookup) plugin().configure(section(options));
        lookup.prepare(FakeSetup.of(Map.of()));
        return lookup;
    }
}

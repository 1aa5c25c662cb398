package dev.rowan.api.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.RowSchema.Field;
import dev.rowan.api.schema.RowSchema.Mode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowSchemaTest {
    private static final Option<RowSchema> SCHEMA = RowSchema.option("schema");

    private final Problems problems = new Problems();

    private Optional<RowSchema> read(Object written) {
        return Section.check(ConfigNode.of(Map.of("schema", written)), Options.of(SCHEMA), Path.of(""), problems)
                .flatMap(section -> section.find(SCHEMA));
    }

    private RowSchema schema(Mode mode, String... fields) {
        Optional<RowSchema> schema = read(Map.of("mode", mode, "fields", List.of(fields)));
        assertThat(problems.list()).isEmpty();
        return schema.orElseThrow();
    }

    private List<String> messages() {
        return problems.list().stream().map(Problem::toString).toList();
    }

    @Test
    void readsFieldsOfEveryType() {
        assertThat(schema(Mode.STRICT, "id: int", "score:float", "text: str?", "ok : bool", "rest: any?"))
                .isEqualTo(new RowSchema(
                        Mode.STRICT,
                        List.of(
                                new Field("id", FieldType.INT, false),
                                new Field("score", FieldType.FLOAT, false),
                                new Field("text", FieldType.STR, true),
                                new Field("ok", FieldType.BOOL, false),
                                new Field("rest", FieldType.ANY, true))));
    }

    @Test
    void readsFieldsWithoutQuotes() {
        assertThat(read(Map.of("fields", List.of(Map.of("id", "int"), Map.of("a:b", "str?")))))
                .contains(new RowSchema(
                        Mode.FREE,
                        List.of(new Field("id", FieldType.INT, false), new Field("a:b", FieldType.STR, true))));
    }

    @Test
    void acceptsAnythingWhenDynamic() {
        RowSchema schema = read(Map.of("fields", "dynamic")).orElseThrow();
        assertThat(schema).isEqualTo(RowSchema.DYNAMIC);
        assertThat(schema.check(Row.empty())).isEmpty();
        assertThat(schema.check(Row.of("a", List.of(1)))).isEmpty();
    }

    static Stream<Arguments> wrong() {
        String field = "must be a field such as 'id: int' or 'text: str?', of type int, float, str, bool or any, got ";
        String fields = "must be 'dynamic' or a list of fields such as [\"id: int\", \"text: str?\"], got ";
        return Stream.of(
                Arguments.of("dynamic", "schema: must be a mapping, got 'dynamic'"),
                Arguments.of(Map.of("fields", "dynamc"), "schema.fields: " + fields + "'dynamc'"),
                Arguments.of(Map.of("fields", Map.of("id", "int")), "schema.fields: " + fields + "a mapping"),
                Arguments.of(Map.of("fields", List.of("id")), "schema.fields[0]: " + field + "'id'"),
                Arguments.of(Map.of("fields", List.of(": int")), "schema.fields[0]: " + field + "': int'"),
                Arguments.of(
                        Map.of("fields", List.of("a: int", "b: text")), "schema.fields[1]: " + field + "'b: text'"),
                Arguments.of(Map.of("fields", List.of("a: ?")), "schema.fields[0]: " + field + "'a: ?'"),
                Arguments.of(Map.of("fields", List.of(5)), "schema.fields[0]: " + field + "5"),
                Arguments.of(Map.of("fields", List.of(Map.of("a", 5))), "schema.fields[0]: " + field + "a mapping"),
                Arguments.of(
                        Map.of("fields", List.of("a: int", "a: str")),
                        "schema.fields[1]: must name a field that is not in the list already, got 'a: str'"),
                Arguments.of(
                        Map.of("fields", List.of("a: int"), "mode", "strickt"),
                        "schema.mode: must be one of strict, free, got 'strickt'; did you mean 'strict'?"),
                Arguments.of(
                        Map.of("fields", "dynamic", "mode", "strict"),
                        "schema.mode: must be free if no fields are listed, got 'strict'"),
                Arguments.of(
                        Map.of("fields", "dynamic", "field", 1), "schema: unknown key 'field'; did you mean 'fields'?"),
                Arguments.of(
                        Map.of("mode", "free"),
                        "schema: needs 'fields'; fields and their types: int, float, str, bool or any; ? marks"
                                + " an optional field"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void reportsWhatIsNoSchema(Object written, String message) {
        read(written);
        assertThat(messages()).containsExactly("code " + message);
    }

    static Stream<Arguments> fitting() {
        return Stream.of(
                Arguments.of("f: int", 5L),
                Arguments.of("f: int", BigInteger.TWO.pow(80)),
                Arguments.of("f: float", 5L),
                Arguments.of("f: float", 0.5),
                Arguments.of("f: float", new BigDecimal("0.5")),
                Arguments.of("f: str", ""),
                Arguments.of("f: bool", false),
                Arguments.of("f: any", List.of()),
                Arguments.of("f: any", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("fitting")
    void passesARowThatFits(String field, Object value) {
        assertThat(schema(Mode.STRICT, field).check(Row.of("f", value))).isEmpty();
    }

    static Stream<Arguments> unfitting() {
        return Stream.of(
                Arguments.of("f: int", "5", "int", "str"),
                Arguments.of("f: int", 5.0, "int", "float"),
                Arguments.of("f: int?", true, "int?", "bool"),
                Arguments.of("f: float", "0.5", "float", "str"),
                Arguments.of("f: str", 5L, "str", "int"),
                Arguments.of("f: str", List.of(), "str", "list"),
                Arguments.of("f: bool", Map.of(), "bool", "map"));
    }

    @ParameterizedTest
    @MethodSource("unfitting")
    void namesTheFieldWhatIsWantedAndWhatIsThere(String field, Object value, String wanted, String found) {
        Reason reason = schema(Mode.FREE, field).check(Row.of("f", value)).orElseThrow();
        assertThat(reason)
                .isEqualTo(Reason.of("schema_violation", "field 'f' must be " + wanted + ", got " + found)
                        .with("field", "f")
                        .with("wanted", wanted)
                        .with("found", found));
    }

    @Test
    void distinguishesMissingFieldsFromNull() {
        RowSchema schema = schema(Mode.FREE, "a: any");
        assertThat(schema.check(Row.empty()).orElseThrow().message()).isEqualTo("field 'a' must be any, got missing");
        assertThat(schema.check(Row.of("a", null)).orElseThrow().message())
                .isEqualTo("field 'a' must be any, got null");
    }

    @Test
    void letsAnOptionalFieldBeMissingOrNull() {
        RowSchema schema = schema(Mode.STRICT, "a: str?");
        assertThat(schema.check(Row.empty())).isEmpty();
        assertThat(schema.check(Row.of("a", null))).isEmpty();
    }

    @Test
    void refusesOtherFieldsOnlyWhenStrict() {
        Row row = Row.of("a", 1).with("b", "x");
        assertThat(schema(Mode.FREE, "a: int").check(row)).isEmpty();
        assertThat(schema(Mode.STRICT, "a: int").check(row).orElseThrow().message())
                .isEqualTo("field 'b' must be absent, got str");
    }

    @Test
    void refusesTwoFieldsOfOneName() {
        var field = new Field("a", FieldType.INT, false);
        assertThatThrownBy(() -> new RowSchema(Mode.FREE, List.of(field, field)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.rowan.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTest {
    private static final Row ROW = Row.of("text", "Hello")
            .with("n", 3)
            .with("price", new BigDecimal("9.99"))
            .with("none", null)
            .with("tags", List.of("a", "b"))
            .with("meta", Map.of("lang", "en", "score", new BigDecimal("0.5")))
            .with("a field", "x");

    private final ExpressionCompiler any = new ExpressionCompiler(ResultType.ANY);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        row.n * 2                                   | 6
        row.price * row.n                           | 29.97
        row.n + row.price                           | 12.99
        row.n - 0.5                                 | 2.5
        row.n / 2.0                                 | 1.5
        row.n / 2                                   | 1
        row.text + '!'                              | Hello!
        row['a field']                              | x
        row.meta.lang                               | en
        row.meta.score > 0.4 && row.n >= 2.5        | true
        row.n == 3.0                                | true
        row.none == null                            | true
        has(row.missing)                            | false
        has(row.meta.lang)                          | true
        size(row.tags)                              | 2
        row.tags.exists(t, t == 'a')                | true
        row.tags.map(t, t + '!')                    | [a!, b!]
        row.text.matches('^H')                      | true
        row.text in ['Hello', 'x']                  | true
        has(row.missing) ? row.missing : 'default'  | default
        {'a': row.n, 'b': null}                     | {a=3, b=null}
        string(row.n)                               | 3
        timestamp('2026-01-02T03:04:05Z')           | 2026-01-02T03:04:05Z
        """)
    void evaluates(String text, String expected) {
        assertThat(String.valueOf(value(text, ROW))).isEqualTo(expected);
    }

    @Test
    void givesNullAndNumbersThatRowsHold() {
        assertThat(value("row.none", ROW)).isNull();
        assertThat(value("row.n", ROW)).isEqualTo(3L);
        assertThat(value("row.price", ROW)).isEqualTo(new BigDecimal("9.99"));
        assertThat(value("row.n + 1 > row.price", ROW)).isEqualTo(false);
        assertThat(Row.of("x", value("[row.price, null, {'k': row.n}]", ROW)).get("x"))
                .isEqualTo(Arrays.asList(new BigDecimal("9.99"), null, Map.of("k", 3L)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        row.missing == 'x'       | column 4: key 'missing' is not present in map.
        row.n / 0                | column 7: / by zero
        row.text > 3             | column 10: No matching overload for function '_>_'.
        row.none + 1             | column 10: No matching overload for function '_+_'.
        row.n + 9223372036854775807 | column 7: long overflow
        row.n / 0.0              | the result is not a finite number: Infinity
        """)
    void failsForOneRowWithAReason(String text, String message) {
        assertThat(expression(any, text).evaluate(ROW)).isEqualTo(new Evaluation.Failed(message));
    }

    @Test
    void failsForANumberBeyondADouble() {
        Row huge = Row.of("n", BigInteger.TEN.pow(400));

        assertThat(expression(any, "row.n + 1").evaluate(huge))
                .isInstanceOfSatisfying(
                        Evaluation.Failed.class,
                        failed -> assertThat(failed.message()).contains("a number is too large for an expression"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 +          | column 4: mismatched input the end of the expression
        foo          | column 1: undeclared reference to 'foo'; the fields of the row are row.NAME or row["NAME"]
        row.a + + 2  | column 9: extraneous input '+'
        1 + 'a'      | column 3: found no matching overload for '_+_' applied to '(int, string)'
        """)
    void reportsWhereAnExpressionIsWrong(String text, String issue) {
        assertThat(any.compile(text))
                .isInstanceOfSatisfying(
                        Compilation.Invalid.class,
                        invalid -> assertThat(invalid.issues().getFirst().toString())
                                .startsWith(issue));
    }

    @Test
    void checksTheTypeOfTheResultBeforeAndDuringARun() {
        var bool = new ExpressionCompiler(ResultType.BOOL);

        assertThat(bool.compile("'x'")).isInstanceOf(Compilation.Invalid.class);
        assertThat(expression(bool, "row.n > 2").evaluate(ROW)).isEqualTo(new Evaluation.Value(true));
        assertThat(expression(bool, "row.text").evaluate(ROW))
                .isEqualTo(new Evaluation.Failed("must be true or false, got Hello"));
    }

    @Test
    void namesTheFieldsWithoutWhichItFails() {
        assertThat(fields("row.a + row['b'] * 2")).containsExactlyInAnyOrder("a", "b");
        assertThat(fields("has(row.a) && row.b > 1")).isEmpty();
        assertThat(fields("row.a ? row.b : row.c")).containsExactly("a");
        assertThat(fields("row.list.exists(x, x == row.other)")).containsExactly("list");
        assertThat(fields("row.a.b.c")).containsExactly("a");
        assertThat(fields("row[row.key]")).containsExactly("key");
        assertThat(fields("[row.a, {'k': row.b}]")).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void findsComparisonsOfFieldsWithNumbers() {
        assertThat(comparisons("row.draft.confidence >= 0.6")).containsExactly("[draft, confidence] 0.6");
        assertThat(comparisons("0.5 < double(row['a b'].c) && row.d == 'x'")).containsExactly("[a b, c] 0.5");
        assertThat(comparisons("row.a > 1 ? 'x' : (row.b <= -2.5e1 ? 'y' : 'z')"))
                .containsExactly("[a] 1", "[b] -2.5e1");
        assertThat(comparisons("size(row.text) > 10 || row.a == 3 || row.b > row.c"))
                .isEmpty();

        String text = "'😀' != row.e && row.draft.confidence >= 0.6 && true";
        NumberComparison found = expression(any, text).numberComparisons().getFirst();
        assertThat(found.with("0.83", text)).isEqualTo(text.replace("0.6", "0.83"));
    }

    private List<String> comparisons(String text) {
        return expression(any, text).numberComparisons().stream()
                .map(found -> found.path() + " " + found.number())
                .toList();
    }

    @Test
    void stopsALoopThatIsTooLong() {
        List<Integer> many = IntStream.range(0, 500).boxed().toList();
        Row row = Row.of("l", many);

        assertThat(expression(any, "row.l.all(a, row.l.all(b, a + b >= 0))").evaluate(row))
                .isInstanceOf(Evaluation.Failed.class);
    }

    private Set<String> fields(String text) {
        return expression(any, text).requiredFields();
    }

    private @Nullable Object value(String text, Row row) {
        return switch (expression(any, text).evaluate(row)) {
            case Evaluation.Value(var value) -> value;
            case Evaluation.Failed(var message) -> throw new AssertionError(text + ": " + message);
        };
    }

    private static Expression expression(ExpressionCompiler compiler, String text) {
        return switch (compiler.compile(text)) {
            case Compilation.Compiled(var expression) -> expression;
            case Compilation.Invalid(var issues) -> throw new AssertionError(text + ": " + issues);
        };
    }
}

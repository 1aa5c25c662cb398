package dev.rowan.engine.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueReloaderTest extends EngineTest {

    static Stream<Named<Object>> values() {
        return Stream.of(
                Named.of("a double", 1.5),
                Named.of("a large double", 1.0e10),
                Named.of("a small double", 1.0e-10),
                Named.of("negative zero", -0.0),
                Named.of("a float", 0.1f),
                Named.of("a decimal with trailing zeros", new BigDecimal("1.10")),
                Named.of("a decimal with an exponent", new BigDecimal("1E+5")),
                Named.of("a decimal in plain digits", new BigDecimal("100000")),
                Named.of("a large whole number", BigInteger.TWO.pow(80)),
                Named.of(
                        "a whole number of 1,000 digits",
                        BigInteger.TEN.pow(999).negate()),
                Named.of(
                        "a decimal of 1,000 digits",
                        BigDecimal.TEN.pow(999).movePointLeft(500).negate()),
                Named.of("emoji and control characters", "\u0000\u001f \ud83d\ude00 \u2028"),
                Named.of("half a surrogate pair", "a\ud83d"),
                Named.of("a long name", Map.of("n".repeat(60_000), 1)),
                Named.of("deep lists", deep(200)),
                Named.of("empty containers", List.of(List.of(), Map.of())));
    }

    /// Row 2 has to wait behind row 1, which waits for row 3, which has no place in the window before row 2 left it.
    @ParameterizedTest
    @MethodSource("values")
    void aValueReadBackIsWrittenAsIfItHadStayedInMemory(Object value) throws Exception {
        var third = new CountDownLatch(1);
        pipeline.with("reorder_memory", 1)
                .with("window", 2)
                .source(ListSource.counting(3))
                .transform("adding", (RowTransform) (row, _) -> TransformResult.success(row.with("value", value)))
                .transform("stuck", (RowTransform) (row, context) -> {
                    if (context.token().rowSeq() == 1) {
                        third.await();
                    } else if (context.token().rowSeq() == 3) {
                        third.countDown();
                    }
                    return TransformResult.success(row);
                })
                .sink("output", output)
                .run();

        assertThat(texts(output.rows()))
                .isEqualTo(texts(numbers(1, 3).stream()
                        .map(row -> row.with("value", value))
                        .toList()));
    }

    @Test
    void rowsFarApartComeBackEachWithItsOwnValues() throws Exception {
        int rows = 200;
        var othersPassed = new CountDownLatch(rows - 1);
        var slow = new ListSink(row -> {
            await(othersPassed);
            return Optional.empty();
        });
        pipeline.with("reorder_memory", 1)
                .with("order", "none")
                .source(ListSource.counting(rows))
                .transform("ends_only", (RowTransform) (row, context) -> {
                    long n = context.token().rowSeq();
                    othersPassed.countDown();
                    return n <= 5 || n > rows - 5
                            ? TransformResult.success(row.with("text", "value of " + n))
                            : Refusal.blocked("in_between");
                })
                .sink("output", slow)
                .run();

        assertThat(slow.rows())
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.get("text")).isEqualTo("value of " + row.get("n")));
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    private static List<String> texts(List<Row> rows) {
        return rows.stream().map(row -> new String(RowJson.write(row), UTF_8)).toList();
    }

    private static Object deep(int levels) {
        Object value = List.of();
        for (int i = 1; i < levels; i++) {
            value = Collections.singletonList(value);
        }
        return value;
    }
}

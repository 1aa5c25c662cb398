package dev.rowan.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class RowPropertyTest {

    @Provide
    Arbitrary<Map<String, Object>> fields() {
        Arbitrary<Object> scalar = Arbitraries.oneOf(
                Arbitraries.strings().map(Object.class::cast),
                Arbitraries.longs().map(Object.class::cast),
                Arbitraries.bigDecimals().map(Object.class::cast),
                Arbitraries.of(true, false).map(Object.class::cast));
        Arbitrary<Object> value = Arbitraries.lazyOf(
                () -> scalar,
                () -> scalar.list().ofMaxSize(3).map(Object.class::cast),
                () -> Arbitraries.maps(Arbitraries.strings().alpha().ofMaxLength(3), scalar)
                        .ofMaxSize(3)
                        .map(Object.class::cast));
        return Arbitraries.maps(Arbitraries.strings().alpha().ofLength(2), value)
                .ofMaxSize(6)
                .map(LinkedHashMap::new);
    }

    @Property
    void aRowHoldsItsFieldsInTheirOrder(@ForAll("fields") Map<String, Object> fields) {
        Row row = Row.of(fields);

        assertThat(row.asMap()).isEqualTo(fields);
        assertThat(row.names().list()).isEqualTo(new ArrayList<>(fields.keySet()));
        assertThat(Row.of(row.asMap())).isEqualTo(row).hasSameHashCodeAs(row);
    }

    @Property
    void settingAFieldChangesThatFieldAloneAndNotTheRowItself(
            @ForAll("fields") Map<String, Object> fields, @ForAll String name, @ForAll long value) {
        Row row = Row.of(fields);

        Row changed = row.with(name, value);

        var expected = new LinkedHashMap<>(fields);
        expected.put(name, value);
        assertThat(changed.asMap()).isEqualTo(expected);
        assertThat(changed.names().list()).isEqualTo(new ArrayList<>(expected.keySet()));
        assertThat(row.asMap()).isEqualTo(fields);
    }

    @Property
    void removingFieldsKeepsTheOthersInOrder(
            @ForAll("fields") Map<String, Object> fields, @ForAll Set<String> strangers) {
        Row row = Row.of(fields);
        assertThat(row.without(strangers)).isEqualTo(Row.of(remaining(fields, strangers)));

        List<String> half = row.names().list().subList(0, row.size() / 2);

        assertThat(row.without(half).asMap()).isEqualTo(remaining(fields, Set.copyOf(half)));
        assertThat(row.without(half).names().list())
                .isEqualTo(row.names().list().subList(row.size() / 2, row.size()));
    }

    @Property
    void wholeNumbersOfAnyKindAreTheSameValue(@ForAll int number) {
        Row row = Row.of("n", number);

        assertThat(row.get("n")).isEqualTo((long) number);
        assertThat(row).isEqualTo(Row.of("n", (long) number)).isEqualTo(Row.of("n", BigInteger.valueOf(number)));
        assertThat(Row.of("n", (short) number)).isEqualTo(Row.of("n", (long) (short) number));
        assertThat(Row.of("n", (byte) number)).isEqualTo(Row.of("n", (long) (byte) number));
    }

    @Property
    void aNumberBeyondALongStaysWhole(@ForAll BigInteger number) {
        Object held = Row.of("n", number).get("n");

        boolean fits = number.bitLength() < Long.SIZE;
        assertThat(held).isEqualTo(fits ? (Object) number.longValueExact() : number);
    }

    @Property
    void aFloatingPointNumberIsTheDecimalItIsWrittenAs(@ForAll double number) {
        assertThat(Row.of("n", number)).isEqualTo(Row.of("n", new BigDecimal(Double.toString(number))));
    }

    @Property
    void aListGivenToARowCanBeChangedWithoutChangingTheRow(@ForAll List<String> texts) {
        var given = new ArrayList<>(texts);
        Row row = Row.of("texts", given);

        given.add("later");

        assertThat(row.get("texts")).isEqualTo(texts);
    }

    @Property(tries = 50)
    void valuesThatJsonDoesNotKnowAreRefused(@ForAll("strangers") Object stranger) {
        assertThatThrownBy(() -> Row.of("x", stranger)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Row.of("x", List.of(Map.of("y", stranger))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Provide
    Arbitrary<Object> strangers() {
        return Arbitraries.of(
                Double.NaN,
                Float.POSITIVE_INFINITY,
                'c',
                BigInteger.TEN.pow(Values.MAX_DIGITS),
                BigDecimal.ONE.scaleByPowerOfTen(-Values.MAX_DIGITS).add(BigDecimal.ONE),
                Optional.of("text"),
                Map.of(1, "a number as a key"),
                new Object[] {"array"},
                nested(Values.MAX_DEPTH + 2));
    }

    @Property(tries = 20)
    void deeplyNestedValuesAreHeldUpToTheLimit(@ForAll boolean list) {
        Object deep = nested(Values.MAX_DEPTH);

        assertThat(Row.of("x", list ? List.of(deep) : Map.of("y", deep)).has("x"))
                .isTrue();
    }

    @Property(tries = 20)
    void distinguishesAMissingFieldFromNull(@ForAll BigDecimal other) {
        Row row = Row.of("null", null).with("other", other);

        assertThat(row.get("null")).isNull();
        assertThat(row.get("missing")).isNull();
        assertThat(row.has("null")).isTrue();
        assertThat(row.has("missing")).isFalse();
        assertThat(row).isNotEqualTo(Row.of("other", other));
    }

    private static Object nested(int depth) {
        Object value = List.of();
        for (int i = 1; i < depth; i++) {
            value = List.of(value);
        }
        return value;
    }

    private static Map<String, @Nullable Object> remaining(Map<String, Object> fields, Set<String> unwanted) {
        var kept = new LinkedHashMap<String, @Nullable Object>(fields);
        kept.keySet().removeAll(unwanted);
        return kept;
    }
}

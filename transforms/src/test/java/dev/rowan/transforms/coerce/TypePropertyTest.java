package dev.rowan.transforms.coerce;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Coercion keeps the value or refuses it.
class TypePropertyTest {

    @Property
    void keepsEveryWholeNumberThroughText(@ForAll BigInteger number) {
        assertThat(Type.INT.from(" " + number + "\t")).contains(number);
        assertThat(Type.STR.from(number)).contains(number.toString());
    }

    @Property
    void keepsEveryDigitOfADecimal(@ForAll BigDecimal number) {
        assertThat(Type.FLOAT.from(number.toString())).contains(number);
        assertThat(Type.FLOAT.from(number.toPlainString()).map(BigDecimal.class::cast))
                .hasValueSatisfying(read -> assertThat(read).isEqualByComparingTo(number));
    }

    @Property
    void makesAWholeNumberOfADecimalOnlyWithoutLoss(@ForAll BigDecimal number) {
        Type.INT
                .from(number)
                .ifPresentOrElse(
                        whole -> assertThat(new BigDecimal((BigInteger) whole)).isEqualByComparingTo(number),
                        () -> assertThat(number.remainder(BigDecimal.ONE).signum())
                                .isNotZero());
    }

    @Property
    void neverThrowsWhateverTheText(@ForAll String text) {
        for (Type type : Type.values()) {
            assertThat(type.from(text)).isNotNull();
        }
    }

    @Example
    void acceptsTheDocumentedSpellingsAndNoOthers() {
        assertThat(accepted(
                        Type.INT, "0", "-1", "+1", " 42 ", "007", "1.0", "1e3", "", "-", "1_000", "1,000", "0x1",
                        "\u0661", "1 2"))
                .containsExactly("0", "-1", "+1", " 42 ", "007");
        assertThat(accepted(
                        Type.FLOAT,
                        "1",
                        "1.5",
                        ".5",
                        "5.",
                        "-1e3",
                        "1E-3",
                        "+2",
                        ".",
                        "e5",
                        "1e",
                        "1e+",
                        "1,5",
                        "NaN",
                        "Infinity",
                        "1f",
                        "0x1p3",
                        "1e99999999999",
                        "\u0661"))
                .containsExactly("1", "1.5", ".5", "5.", "-1e3", "1E-3", "+2");
        assertThat(accepted(Type.BOOL, "true", "TRUE", " Yes", "1", "false", "no", "0", "y", "on", "2", "", "wahr"))
                .containsExactly("true", "TRUE", " Yes", "1", "false", "no", "0");
    }

    @Example
    void refusesNumbersThatWouldNotEnd() {
        assertThat(Type.INT.from(new BigDecimal("1e999999999"))).isEmpty();
        assertThat(Type.INT.from(new BigDecimal("1e-999999999"))).isEmpty();
        assertThat(Type.INT.from(new BigDecimal("0e999999999"))).contains(BigInteger.ZERO);
        assertThat(Type.INT.from("9".repeat(1_001))).isEmpty();
    }

    @Example
    void takesOtherTypesOnlyWhereTheyMeanTheSame() {
        assertThat(Type.INT.from(true)).isEmpty();
        assertThat(Type.INT.from(2.0)).contains(BigInteger.TWO);
        assertThat(Type.INT.from(2.5)).isEmpty();
        assertThat(Type.FLOAT.from(3L)).contains(new BigDecimal(3));
        assertThat(Type.FLOAT.from(false)).isEmpty();
        assertThat(Type.BOOL.from(1L)).contains(true);
        assertThat(Type.BOOL.from(2L)).isEmpty();
        assertThat(Type.STR.from(true)).contains("true");
        assertThat(Type.STR.from(List.of())).isEmpty();
        assertThat(Type.STR.from(Map.of())).isEmpty();
    }

    private static List<String> accepted(Type type, String... texts) {
        return List.of(texts).stream()
                .filter(text -> !type.from(text).equals(Optional.empty()))
                .toList();
    }
}

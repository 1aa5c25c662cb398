package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigNodeTest {
    private static final ConfigLocation PLACE = new ConfigLocation("p.yaml", 3, 5, Optional.empty());

    static Stream<Arguments> javaValues() {
        return Stream.of(
                Arguments.of("text", "text"),
                Arguments.of(true, true),
                Arguments.of(5, 5L),
                Arguments.of(5L, 5L),
                Arguments.of(BigInteger.TEN, 10L),
                Arguments.of(BigInteger.TWO.pow(70), BigInteger.TWO.pow(70)),
                Arguments.of(0.5, new BigDecimal("0.5")),
                Arguments.of(BigDecimal.ONE, BigDecimal.ONE),
                Arguments.of(Locale.Category.DISPLAY, "display"),
                Arguments.of(Duration.ofMinutes(90), "90m"),
                Arguments.of(Path.of("a", "b"), Path.of("a", "b").toString()));
    }

    @ParameterizedTest
    @MethodSource("javaValues")
    void writesJavaValuesAsAFileWould(Object value, Object written) {
        assertThat(ConfigNode.of(value)).isEqualTo(new ConfigNode.Scalar(ConfigLocation.CODE, "", written));
    }

    @Test
    void givesEveryJavaValueItsPath() {
        ConfigNode root = ConfigNode.of(Map.of("sinks", Map.of("output", List.of(Map.of("path", "x")))));
        assertThat(root).asString().contains("path=sinks.output[0].path");
    }

    @Test
    void holdsNothingForNull() {
        assertThat(ConfigNode.of(null)).isEqualTo(new ConfigNode.Scalar(ConfigLocation.CODE, "", null));
    }

    @Test
    void readsAnyCollectionAsAList() {
        assertThat(ConfigNode.of(Set.of("a")).found()).isEqualTo("a list of 1");
    }

    @Test
    void refusesJavaValuesThatNoFileCanHold() {
        assertThatThrownBy(() -> ConfigNode.of(Optional.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.util.Optional");
        assertThatThrownBy(() -> ConfigNode.of(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void describesItself() {
        assertThat(ConfigNode.of(null).found()).isEqualTo("nothing");
        assertThat(ConfigNode.of("a").found()).isEqualTo("'a'");
        assertThat(ConfigNode.of(5).found()).isEqualTo("5");
        assertThat(ConfigNode.of(List.of()).found()).isEqualTo("an empty list");
        assertThat(ConfigNode.of(List.of(1, 2)).found()).isEqualTo("a list of 2");
        assertThat(ConfigNode.of(Map.of("a", 1)).found()).isEqualTo("a mapping");
        assertThat(new ConfigNode.Broken(PLACE, "").found()).isEqualTo("a value that could not be read");
    }

    @Test
    void cutsLongTextWithoutSplittingACharacter() {
        assertThat(ConfigNode.of("x".repeat(80)).found()).isEqualTo("'" + "x".repeat(80) + "'");
        assertThat(ConfigNode.of("x".repeat(81)).found()).isEqualTo("'" + "x".repeat(80) + "…'");
        assertThat(ConfigNode.of("x".repeat(79) + "😀").found()).isEqualTo("'" + "x".repeat(79) + "…'");
    }

    @Test
    void neverShowsAValueFromTheEnvironment() {
        var secret = new ConfigNode.Scalar(PLACE.withReference("${API_KEY}"), "api_key", "sk-12345");
        assertThat(secret.found()).isEqualTo("the value of '${API_KEY}'");
    }

    @Test
    void readsTextFromTheEnvironmentAsIfUnquoted() {
        assertThat(new ConfigNode.Scalar(PLACE.withReference("${N}"), "n", "10").typed())
                .isEqualTo(10L);
        assertThat(new ConfigNode.Scalar(PLACE, "n", "10").typed()).isEqualTo("10");
    }

    @Test
    void isBrokenWhenAnyPartIs() {
        var broken = new ConfigNode.Broken(PLACE, "a[0].b");
        var mapping = new ConfigNode.Mapping(PLACE, "a[0]", Map.of("b", new ConfigNode.Entry(PLACE, broken)));
        assertThat(new ConfigNode.Sequence(PLACE, "a", List.of(mapping)).isBroken())
                .isTrue();
        assertThat(ConfigNode.of(Map.of("a", List.of(1))).isBroken()).isFalse();
    }
}

package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OptionTest {

    enum Order {
        INPUT,
        NONE
    }

    private static final Option<BigDecimal> FACTOR =
            Option.decimal("v", Optional.of(BigDecimal.ONE), Optional.of(BigDecimal.TEN));

    static Stream<Arguments> good() {
        return Stream.of(
                Arguments.of(Option.text("v"), "", ""),
                Arguments.of(Option.bool("v"), false, false),
                Arguments.of(Option.integer("v", 1), 1, 1L),
                Arguments.of(Option.integer("v", 1), Long.MAX_VALUE, Long.MAX_VALUE),
                Arguments.of(Option.integer("v", 1, 5), 5, 5L),
                Arguments.of(Option.integer("v", 1), new BigDecimal("10.0"), 10L),
                Arguments.of(Option.integer("v", 1), new BigDecimal("1e3"), 1000L),
                Arguments.of(FACTOR, 2, new BigDecimal("2")),
                Arguments.of(FACTOR, 10, new BigDecimal("10")),
                Arguments.of(FACTOR, 1.5, new BigDecimal("1.5")),
                Arguments.of(Option.duration("v"), "30s", Duration.ofSeconds(30)),
                Arguments.of(Option.durationOrZero("v"), "0s", Duration.ZERO),
                Arguments.of(Option.bytes("v"), "16MiB", 16L << 20),
                Arguments.of(Option.bytes("v"), 100, 100L),
                Arguments.of(Option.bytes("v"), "100", 100L),
                Arguments.of(Option.bytes("v"), new BigDecimal("1e3"), 1000L),
                Arguments.of(Option.choice("v", Order.class), "none", Order.NONE),
                Arguments.of(Option.texts("v"), "a", List.of("a")),
                Arguments.of(Option.texts("v"), List.of("a", "b"), List.of("a", "b")),
                Arguments.of(Option.texts("v"), List.of(), List.of()),
                Arguments.of(Option.textMap("v"), Map.of("a", "b"), Map.of("a", "b")));
    }

    @ParameterizedTest
    @MethodSource("good")
    void readsAValueWithinItsRule(Option<?> option, Object written, Object value) {
        var problems = new Problems();
        Optional<Section> section = check(option, written, problems);
        assertThat(problems.list()).isEmpty();
        assertThat(section.orElseThrow().get(option)).isEqualTo(value);
    }

    static Stream<Arguments> bad() {
        return Stream.of(
                Arguments.of(Option.text("v"), 5, "v: must be text, got 5"),
                Arguments.of(Option.text("v"), null, "v: must be text, got nothing"),
                Arguments.of(Option.bool("v"), "yes", "v: must be true or false, got 'yes'"),
                Arguments.of(Option.bool("v"), "true", "v: must be true or false, got 'true'"),
                Arguments.of(Option.integer("v", 1), 0, "v: must be at least 1, got 0"),
                Arguments.of(Option.integer("v", 1, 5), 6, "v: must be from 1 to 5, got 6"),
                Arguments.of(Option.integer("v", 1), "1", "v: must be a whole number, got '1'"),
                Arguments.of(Option.integer("v", 1), 1.5, "v: must be a whole number, got 1.5"),
                Arguments.of(
                        Option.integer("v", 1),
                        new BigDecimal("9223372036854775808"),
                        "v: must be at least 1, got 9223372036854775808"),
                Arguments.of(FACTOR, 1, "v: must be greater than 1 and at most 10, got 1"),
                Arguments.of(FACTOR, 10.1, "v: must be greater than 1 and at most 10, got 10.1"),
                Arguments.of(FACTOR, "2", "v: must be a number, got '2'"),
                Arguments.of(
                        Option.duration("v"),
                        30,
                        "v: must be a duration above zero such as 250ms, 30s, 5m or 6h, got 30"),
                Arguments.of(
                        Option.duration("v"),
                        "0s",
                        "v: must be a duration above zero such as 250ms, 30s, 5m or 6h, got '0s'"),
                Arguments.of(
                        Option.durationOrZero("v"), 0, "v: must be a duration such as 250ms, 30s, 5m or 6h, got 0"),
                Arguments.of(
                        Option.bytes("v"),
                        0,
                        "v: must be a size above zero such as 64KiB, 16MiB or a number of bytes, got 0"),
                Arguments.of(
                        Option.bytes("v"),
                        true,
                        "v: must be a size above zero such as 64KiB, 16MiB or a number of bytes, got true"),
                Arguments.of(
                        Option.choice("v", Order.class),
                        "inptu",
                        "v: must be one of input, none, got 'inptu'; did you mean 'input'?"),
                Arguments.of(Option.choice("v", Order.class), "random", "v: must be one of input, none, got 'random'"),
                Arguments.of(Option.texts("v"), 5, "v: must be text or a list of texts, got 5"),
                Arguments.of(Option.texts("v"), List.of("a", 5), "v[1]: must be text, got 5"),
                Arguments.of(Option.textMap("v"), List.of(), "v: must be a mapping of text to text, got an empty list"),
                Arguments.of(Option.textMap("v"), Map.of("a", true), "v.a: must be text, got true"),
                Arguments.of(Option.nested("v", Options.of()), "x", "v: must be a mapping, got 'x'"),
                Arguments.of(
                        Option.nested("v", Options.of(Option.text("url"))),
                        Map.of("ulr", "x"),
                        "v: unknown key 'ulr'; did you mean 'url'?\ncode v: needs 'url'"));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void reportsAValueThatBreaksItsRule(Option<?> option, @Nullable Object written, String message) {
        var problems = new Problems();
        assertThat(check(option, written, problems)).isEmpty();
        assertThat(new ConfigException(problems.list())).hasMessage("code " + message);
    }

    private static Optional<Section> check(Option<?> option, @Nullable Object written, Problems problems) {
        var settings = new LinkedHashMap<String, @Nullable Object>();
        settings.put("v", written);
        return Section.check(ConfigNode.of(settings), Options.of(option), Path.of(""), problems);
    }

    static Stream<Arguments> fromTheEnvironment() {
        return Stream.of(
                Arguments.of(Option.text("v"), "007", "007"),
                Arguments.of(Option.bool("v"), "true", true),
                Arguments.of(Option.integer("v", 1), "10", 10L),
                Arguments.of(Option.decimal("v", Optional.empty(), Optional.empty()), "0.5", new BigDecimal("0.5")),
                Arguments.of(Option.bytes("v"), "1024", 1024L),
                Arguments.of(Option.duration("v"), "5s", Duration.ofSeconds(5)),
                Arguments.of(Option.choice("v", Order.class), "none", Order.NONE));
    }

    @ParameterizedTest
    @MethodSource("fromTheEnvironment")
    void readsTextFromTheEnvironmentAsTheTypeItWants(Option<?> option, String text, Object value) {
        var problems = new Problems();
        var place = new ConfigLocation("p.yaml", 1, 4, Optional.empty());
        var scalar = new ConfigNode.Scalar(place.withReference("${V}"), "v", text);
        var root = new ConfigNode.Mapping(place, "", Map.of("v", new ConfigNode.Entry(place, scalar)));
        Optional<Section> section = Section.check(root, Options.of(option), Path.of(""), problems);
        assertThat(problems.list()).isEmpty();
        assertThat(section.orElseThrow().get(option)).isEqualTo(value);
    }

    @Test
    void isRequiredUntilItSaysOtherwise() {
        assertThat(Option.text("v").required()).isTrue();
        assertThat(Option.text("v").optional().required()).isFalse();
        assertThat(Option.text("v").orElse("x").required()).isFalse();
        assertThat(Option.text("v").orElse("x").optional().fallback()).isEmpty();
        assertThat(Option.text("v").describedAs("why").description()).isEqualTo("why");
    }

    static Stream<Arguments> defaults() {
        return Stream.of(
                Arguments.of(Option.text("v").orElse("x"), "x"),
                Arguments.of(Option.bool("v").orElse(true), true),
                Arguments.of(Option.integer("v", 1).orElse(5L), 5L),
                Arguments.of(FACTOR.orElse(BigDecimal.TWO), BigDecimal.TWO),
                Arguments.of(Option.duration("v").orElse(Duration.ofMinutes(1)), "1m"),
                Arguments.of(Option.durationOrZero("v").orElse(Duration.ZERO), "0s"),
                Arguments.of(Option.bytes("v").orElse(1L << 20), "1MiB"),
                Arguments.of(Option.choice("v", Order.class).orElse(Order.NONE), "none"),
                Arguments.of(Option.texts("v").orElse(List.of("a")), List.of("a")),
                Arguments.of(Option.textMap("v").orElse(Map.of("a", "b")), Map.of("a", "b")));
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void writesItsDefaultAsTheFileWouldHoldIt(Option<?> option, Object written) {
        assertThat(option.fallbackAsWritten()).contains(written);
        var problems = new Problems();
        Optional<Section> section = check(option, written, problems);
        assertThat(problems.list()).isEmpty();
        assertThat(section.orElseThrow().get(option))
                .isEqualTo(option.fallback().orElseThrow());
    }

    @Test
    void writesNoDefaultForAFormOfItsOwn() {
        Option<String> free = Option.free("v", "words", Map.of(), _ -> new Option.Reading.Value<>("read"));
        assertThat(free.orElse("x").fallbackAsWritten()).isEmpty();
    }

    @Test
    void readsAListOfSectionsAndReportsEachProblemAtItsLocation() {
        Option<String> name = Option.text("name");
        Option<List<Section>> list = Option.sections("v", Options.of(name), "a list of mappings", Map.of());
        var problems = new Problems();

        assertThat(check(list, List.of(Map.of("name", "a"), Map.of("name", "b")), problems)
                        .orElseThrow()
                        .get(list))
                .extracting(section -> section.get(name))
                .containsExactly("a", "b");
        assertThat(problems.list()).isEmpty();
        assertThat(check(list, List.of(Map.of("name", 1), "x", Map.of("nam", "b")), problems))
                .isEmpty();
        assertThat(problems.list())
                .extracting(problem -> problem.path() + ": " + problem.message())
                .containsExactlyInAnyOrder(
                        "v[0].name: must be text, got 1",
                        "v[1]: must be a mapping, got 'x'",
                        "v[2]: unknown key 'nam'",
                        "v[2]: needs 'name'");
        assertThat(check(list, List.of(), problems)).isEmpty();
        assertThat(check(list, "x", problems)).isEmpty();
    }

    @Test
    void cannotShareItsNameInASection() {
        assertThatThrownBy(() -> Options.of(Option.text("a"), Option.bool("b")).and(Options.of(Option.text("a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("options need different names, got 'a' twice");
    }
}

package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PipelineFileTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("N", "10", "HOST", "example.org", "EMPTY", "", "YAML", "a: [1", "NAME", "${HOST}");

    @TempDir
    Path folder;

    private PipelineFile read(String text) {
        return PipelineFile.read(TestPipeline.write(folder, text.getBytes(StandardCharsets.UTF_8)), ENVIRONMENT);
    }

    private ConfigNode at(String text, String key) {
        ConfigNode.Entry entry = read(text).root().entries().get(key);
        return Objects.requireNonNull(entry).value();
    }

    private @Nullable Object value(String text) {
        return at(text, "v") instanceof ConfigNode.Scalar scalar ? scalar.value() : "no scalar";
    }

    static Stream<Arguments> scalars() {
        return Stream.of(
                Arguments.of("v: text", "text"),
                Arguments.of("v: 'text'", "text"),
                Arguments.of("v: yes", "yes"),
                Arguments.of("v: 10", 10L),
                Arguments.of("v: '10'", "10"),
                Arguments.of("v: 0x10", 16L),
                Arguments.of("v: 99999999999999999999", new BigInteger("99999999999999999999")),
                Arguments.of("v: 1.50", new BigDecimal("1.50")),
                Arguments.of("v: 1e3", new BigDecimal("1e3")),
                Arguments.of("v: true", true),
                Arguments.of("v: \"true\"", "true"),
                Arguments.of("v: |\n  a\n  b\n", "a\nb\n"),
                Arguments.of("v: >\n  a\n  b\n", "a b\n"),
                Arguments.of("v: 2026-01-01", "2026-01-01"),
                Arguments.of("v: !!str 10", "10"),
                Arguments.of("v: ! 10", "10"),
                Arguments.of("v: !!int \"10\"", 10L),
                Arguments.of("v: !!float 10", 10L),
                Arguments.of("v: !!bool 'true'", true),
                Arguments.of("v: a$b", "a$b"),
                Arguments.of("v: $$5", "$$5"),
                Arguments.of("v: $${N}", "${N}"),
                Arguments.of("v: a $${N} $${", "a ${N} ${"),
                Arguments.of("v: ${N}", "10"),
                Arguments.of("v: \"${N}\"", "10"),
                Arguments.of("v: https://${HOST}:${N}/", "https://example.org:10/"),
                Arguments.of("v: ${MISSING:-10}", "10"),
                Arguments.of("v: ${EMPTY:-10}", "10"),
                Arguments.of("v: ${MISSING:-}", ""),
                Arguments.of("v: ${EMPTY}", ""),
                Arguments.of("v: ${MISSING:-a:-b}", "a:-b"),
                Arguments.of("v: ${N:-}", "10"),
                Arguments.of("v: ${MISSING:-${N}}", "10"),
                Arguments.of("v: ${N:-${MISSING}}", "10"),
                Arguments.of("v: ${MISSING:-a ${EMPTY:-${HOST}} b}!", "a example.org b!"),
                Arguments.of("v: ${MISSING:-$${N}}", "${N}"),
                Arguments.of("v: ${YAML}", "a: [1"),
                Arguments.of("v: ${NAME}", "${HOST}"));
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void readsScalars(String text, Object value) {
        assertThat(value(text)).isEqualTo(value);
    }

    @Test
    void readsNothingAsNull() {
        assertThat(value("v:")).isNull();
        assertThat(value("v: ~")).isNull();
        assertThat(value("v: null")).isNull();
        assertThat(value("v: !!null ''")).isNull();
    }

    @Test
    void givesEveryValueItsLocationAndPath() {
        String file = folder.resolve("pipeline.yaml").toString();
        assertThat(read("source: {plugin: csv}\ntransforms:\n  - options: {pool_size: 5}\n")
                        .root())
                .asString()
                .contains("Scalar[location=%s:1:18, path=source.plugin, value=csv]".formatted(file))
                .contains("Scalar[location=%s:3:26, path=transforms[0].options.pool_size, value=5]".formatted(file));
    }

    @Test
    void countsColumnsInCharactersAsAnEditorDoes() {
        assertThat(at("{a: 😀é, v: x}", "v").location())
                .isEqualTo(new ConfigLocation(folder.resolve("pipeline.yaml") + "", 1, 12, Optional.empty()));
    }

    @Test
    void knowsTheReferenceThatGaveAValue() {
        assertThat(at("v: x-${N}", "v").location().reference()).contains("x-${N}");
        assertThat(at("v: x-$${N}", "v").location().reference()).isEmpty();
    }

    @Test
    void repeatsAnAnchorsValueAtTheAliasPath() {
        ConfigNode copy = at("a: &x {list: [1, {b: \"${N}\"}]}\nv: *x\n", "v");
        assertThat(copy).asString().contains("path=v.list[1].b, value=10").doesNotContain("path=a");
        assertThat(copy.location().line()).isEqualTo(1);
    }

    @Test
    void takesTheLatestValueOfAnAnchor() {
        assertThat(value("a: &x 1\nb: &x 2\nv: *x\n")).isEqualTo(2L);
    }

    @Test
    void letsAnAliasRepeatAKey() {
        assertThat(value("&x key: 1\nv: *x\n")).isEqualTo("key");
    }

    @Test
    void readsAByteOrderMarkAndWindowsLineEnds() {
        assertThat(read("\uFEFFa: 1\r\nb: 2\r\n").root().entries().keySet()).containsExactly("a", "b");
        assertThat(at("\uFEFFv: 1", "v").location().column()).isEqualTo(4);
    }

    @Test
    void readsADocumentWithMarksAndComments() {
        assertThat(value("# first\n---\nv: 1 # one\n...\n")).isEqualTo(1L);
    }

    @Test
    void keepsTheTextWithItsReferences() {
        String text = "source: {key: \"${HOST}\"} # why\n";
        assertThat(read(text).text()).isEqualTo(text).doesNotContain("example.org");
    }

    @Test
    void takesRelativePathsFromTheFolderOfTheFile() {
        assertThat(read("a: 1").base()).isEqualTo(folder);
    }

    @Test
    void readsFiftyLevelsAndTwentyAliases() {
        assertThat(read("v: " + "[".repeat(48) + "1" + "]".repeat(48)).root().isBroken())
                .isFalse();
        assertThat(at("a: &x 1\nv: [" + String.join(", ", Collections.nCopies(20, "*x")) + "]", "v")
                        .found())
                .isEqualTo("a list of 20");
    }

    @Test
    void throwsEveryProblemAtOnce() {
        assertThatThrownBy(() -> read("a: ${ONE}\nb: ${TWO}\nc: ${THREE:-3}\n"))
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.problems()).hasSize(2))
                .hasMessageContaining("environment variable ONE is not set")
                .hasMessageContaining("environment variable TWO is not set");
    }
}

package dev.rowan.providers.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.attributes.methodaccess.NoOpMethodAccessValidator;
import io.pebbletemplates.pebble.loader.StringLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Templates that try to reach what they must not: objects, classes, other templates, the engine itself.
class TemplateEscapeTest {
    private static final Row ROW = Row.of("text", "hello")
            .with("n", 5)
            .with("price", new BigDecimal("1.50"))
            .with("flag", true)
            .with("list", List.of("a", "b"))
            .with("map", Map.of("k", "v"));

    static List<String> escapes() {
        try (var in = TemplateEscapeTest.class.getResourceAsStream("escapes.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("escapes")
    void noneGetsOut(String template) {
        assertThat(sandboxed(template)).as(template).isEmpty();
    }

    /// The control: with the library as it comes, most of them do.
    @Test
    void mostGetOutOfAnEngineThatAllowsEverything() {
        List<String> out = escapes().stream()
                .filter(template ->
                        permissive(template).filter(text -> !text.isBlank()).isPresent())
                .toList();

        assertThat(escapes()).hasSizeGreaterThanOrEqualTo(90);
        assertThat(out).hasSizeGreaterThanOrEqualTo(75);
    }

    @Test
    void theTemplatesThatAreMeantToWorkDoWorkInBoth() {
        String template = "{{ text }} {{ n }} {% for x in list %}{{ x }}{% endfor %} {{ map.k }} {{ text | upper }}";

        assertThat(sandboxed(template)).hasValue("hello 5 ab v HELLO").isEqualTo(permissive(template));
    }

    private static Optional<String> sandboxed(String template) {
        if (!(PromptTemplate.parse(template) instanceof PromptTemplate.Parsed.Ready(var parsed))) {
            return Optional.empty();
        }
        return parsed.render(ROW) instanceof PromptTemplate.Rendered.Prompt(var text)
                ? Optional.of(text)
                : Optional.empty();
    }

    private static Optional<String> permissive(String template) {
        PebbleEngine engine = new PebbleEngine.Builder()
                .loader(new StringLoader())
                .methodAccessValidator(new NoOpMethodAccessValidator())
                .strictVariables(true)
                .build();
        var out = new StringWriter();
        try {
            Map<String, @Nullable Object> scope = new HashMap<>(ROW.asMap());
            scope.put("row", new HashMap<>(ROW.asMap()));
            evaluate(engine, template, scope, out);
            return Optional.of(out.toString());
        } catch (RuntimeException | IOException _) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("NullAway") // no value of this row is null
    private static void evaluate(
            PebbleEngine engine, String template, Map<String, @Nullable Object> scope, StringWriter out)
            throws IOException {
        engine.getTemplate(template).evaluate(out, scope);
    }
}

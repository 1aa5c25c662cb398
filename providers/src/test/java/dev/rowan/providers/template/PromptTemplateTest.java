package dev.rowan.providers.template;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTemplateTest {
    private static final Row ROW = Row.of("text", "Grüße <b>&")
            .with("id", 7)
            .with("price", new BigDecimal("1.10"))
            .with("none", null)
            .with("ok", true)
            .with("tags", List.of("a", "b", "c"))
            .with("meta", Map.of("lang", "de"))
            .with("review text", "spaced");

    static List<Arguments> fillings() {
        return List.of(
                Arguments.of("Classify: {{ text }}", "Classify: Grüße <b>&"),
                Arguments.of("{{text}}/{{ row.text }}/{{ row['review text'] }}", "Grüße <b>&/Grüße <b>&/spaced"),
                Arguments.of("{{ id }} {{ price }} {{ ok }} [{{ none }}]", "7 1.10 true []"),
                Arguments.of("{{ tags }} {{ meta }} {{ tags[1] }}", "[\"a\",\"b\",\"c\"] {\"lang\":\"de\"} b"),
                Arguments.of(
                        "{% for t in tags %}{{ loop.index }}{{ t }}{% if not loop.last %}, {% endif %}{% endfor %}",
                        "1a, 2b, 3c"),
                Arguments.of("{% for e in meta %}{{ e.key }}={{ e.value }}{% endfor %}", "lang=de"),
                Arguments.of("{% for x in none %}x{% else %}nothing{% endfor %}", "nothing"),
                Arguments.of("{% if id == 8 %}8{% elif id > 6 %}big{% else %}small{% endif %}", "big"),
                Arguments.of("{% if ok and tags contains 'b' and text contains 'ü' %}yes{% endif %}", "yes"),
                Arguments.of(
                        "{% if none or not ok or '' or meta.lang == 'en' %}x{% elif tags and id %}y{% endif %}", "y"),
                Arguments.of("{% set x = id + 1 %}{{ x }} {{ 'a' ~ id ~ 'b' }}", "8 a7b"),
                Arguments.of("{{ ok ? 'y' : 'n' }} {{ tags | length }} {{ tags | join('-') }}", "y 3 a-b-c"),
                Arguments.of("{% verbatim %}{{ text }}{% endverbatim %} {# a note #}.", "{{ text }} ."));
    }

    @ParameterizedTest
    @MethodSource("fillings")
    void fillsInARow(String template, String expected) {
        assertThat(render(template, ROW)).isEqualTo(expected);
    }

    /// A prompt cache keeps it for all rows.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Classify:\n{{ text }} now",
                "Classify: {{- text }}",
                "Classify:\n\n{%- if id == 7 -%} {{ text }}{% endif %}",
                "Classify:\n{#- a note #}\n{{ text }}",
                "Classify:\r\n{{ text }}",
                "no field at all\n"
            })
    void everyPromptStartsWithItsLeadingText(String template) {
        assertThat(render(template, ROW)).startsWith(parse(template).leading());
    }

    private static final Row NUMBERS = Row.of("i", 10L)
            .with("max", Long.MAX_VALUE)
            .with("d", new BigDecimal("0.1"))
            .with("long", new BigDecimal("123456789012345678901234567890.5"))
            .with("same", new BigDecimal("10.00"))
            .with("text", "4")
            .with("word", "n/a")
            .with("none", null)
            .with("list", List.of(1L, new BigDecimal("2.0")));

    static List<Arguments> computations() {
        return List.of(
                Arguments.of("{{ i / 4 }} {{ 7 / 2 }} {{ i / 5 }}", "2.5 3.5 2"),
                Arguments.of("{{ 1 / 3 }}", "0.3333333333333333333333333333333333"),
                Arguments.of("{{ i // 4 }} {{ 7 // 2 }} {{ (0 - 7) // 2 }} {{ 7.5 // 2 }}", "2 3 -4 3"),
                Arguments.of("{{ i % 4 }} {{ (0 - 7) % 2 }} {{ 7.5 % 2 }}", "2 1 1.5"),
                Arguments.of(
                        "{{ max + 1 }} {{ max * max }}", "9223372036854775808 85070591730234615847396907784232501249"),
                Arguments.of("{{ -max - 2 }}", "-9223372036854775809"),
                Arguments.of("{{ d + 0.2 }} {{ d * 3 }}", "0.3 0.3"),
                Arguments.of(
                        "{{ 99999999999999999999 + 0.12345678901234567890123 }}",
                        "99999999999999999999.12345678901234567890123"),
                Arguments.of(
                        "{{ long + 1 }} {{ long - 0.5 }}",
                        "123456789012345678901234567891.5 123456789012345678901234567890.0"),
                Arguments.of(
                        "{{ long == 123456789012345678901234567890 }} {{ long > 123456789012345678901234567890 }}",
                        "false true"),
                Arguments.of(
                        "{{ max == 9223372036854775806 }} {{ same == i }} {{ same != i }} {{ 1 == 1.0 }}",
                        "false true false true"),
                Arguments.of("{{ list contains 2 }} {{ list == [1.0, 2] }} {{ list contains 3 }}", "true true false"),
                Arguments.of("{{ same is even }} {{ 3 is odd }} {{ d is even }}", "true true false"),
                Arguments.of(
                        "{{ word == 4 }} {{ none == 4 }} {{ none > 4 }} {{ text == '4' }}", "false false false true"),
                Arguments.of("{{ text + '2' }} {{ text ~ 2 }}", "42 42"));
    }

    @ParameterizedTest
    @MethodSource("computations")
    void computesExactly(String template, String expected) {
        assertThat(render(template, NUMBERS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ text + 1 }}",
                "{{ 1 + text }}",
                "{{ text - 1 }}",
                "{{ text * 2 }}",
                "{{ text / 2 }}",
                "{{ -text }}",
                "{{ text > 3 }}",
                "{{ 3 <= text }}",
                "{{ text == 4 }}",
                "{{ 4 != text }}",
                "{{ text is even }}"
            })
    void refusesTextInPlaceOfANumber(String template) {
        assertThat(failure(template, NUMBERS).message()).contains("the text \"4\"", "type_coerce");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{ i / 0 }}", "{{ i // 0 }}", "{{ i % 0.0 }}"})
    void refusesToDivideByZero(String template) {
        assertThat(failure(template, NUMBERS).message()).contains("division by zero");
    }

    static List<Arguments> uses() {
        return List.of(
                Arguments.of("{{ text }} {{ row.title }} {{ row['a b'] }}", List.of("text", "title", "a b")),
                Arguments.of(
                        "{{ meta.note }} {{ tags[0] }} {{ meta.deep.er }}",
                        List.of("meta.note", "tags[0]", "meta.deep.er")),
                Arguments.of("{{ row | tojson }}", List.of("row")),
                Arguments.of("{{ tags[i] }} {{ row[name] }}", List.of("tags[*]", "[*]")),
                Arguments.of("{% for t in tags %}{{ t.name }}{{ loop.index }}{% endfor %}", List.of("tags[*].name")),
                Arguments.of(
                        "{% for t in tags | default(more) %}{{ t }}{% else %}{{ other }}{% endfor %}",
                        List.of("tags", "more", "other")),
                Arguments.of(
                        "{% set x = meta %}{{ x.note }}{% set y = a ~ b %}{{ y }}", List.of("meta.note", "a", "b")),
                Arguments.of("{% if flag and x is defined %}{{ text }}{% endif %}", List.of("text")),
                Arguments.of("{{ flag ? a : b }} {{ c | default(d) }} {{ -n }}", List.of("a", "b", "c", "d", "n")),
                Arguments.of("nothing {# {{ text }} #}", List.of()));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void reportsThePathsItMayShow(String template, List<String> paths) {
        assertThat(PromptTemplate.parse(template))
                .isInstanceOfSatisfying(
                        PromptTemplate.Parsed.Ready.class,
                        ready -> assertThat(ready.template().fields())
                                .map(String::valueOf)
                                .containsExactlyInAnyOrderElementsOf(paths));
    }

    @Test
    void filtersDoWhatTheySay() {
        assertThat(render("{{ text | upper }} {{ text | lower }} {{ ' x ' | trim }}.", ROW))
                .isEqualTo("GRÜSSE <B>& grüße <b>& x.");
        assertThat(render(
                        "{{ 'über alles' | capitalize }} {{ text | truncate(3) }} {{ text | truncate(3, '…') }}", ROW))
                .isEqualTo("Über alles Grü Grü…");
        assertThat(render("{{ text | replace('ü', 'u') }} {{ tags | first }}{{ tags | last }}", ROW))
                .isEqualTo("Gruße <b>& ac");
        assertThat(render("{{ missing | default('none') }} {{ none | default(1) }} {{ text | length }}", ROW))
                .isEqualTo("none 1 10");
        assertThat(render("{{ text | tojson }} {{ meta | tojson }} {{ '💚💚' | truncate(1) }}", ROW))
                .isEqualTo("\"Grüße <b>&\" {\"lang\":\"de\"} 💚");
    }

    @Test
    void keepsLineEndsAsTheyAre() {
        assertThat(render("a {{ id }}\nb {{ id }}\n\nc", ROW)).isEqualTo("a 7\nb 7\n\nc");
    }

    @Test
    void neverReadsARowAsATemplate() {
        String hostile = "{{ id }}{% for x in tags %}x{% endfor %}{# #}#{id}${id}{{ '{{ id }}' }}";
        Row row = ROW.with("text", hostile).with("tags", List.of("{{ id }}", "{% include 'x' %}"));

        assertThat(render("{{ text }}|{{ text | upper | lower }}|{{ tags }}|{{ text ~ text }}", row))
                .isEqualTo(hostile + "|" + hostile + "|[\"{{ id }}\",\"{% include 'x' %}\"]|" + hostile + hostile);
        assertThat(render("{% set y = text %}{{ y }}{% for t in tags %}{{ t }}{% endfor %}", row))
                .isEqualTo(hostile + "{{ id }}{% include 'x' %}");
    }

    @Test
    void anUnknownNameIsAnErrorThatNamesItAndTheFields() {
        Reason reason = failure("{{ txt }}", Row.of("text", "x").with("id", 1));

        assertThat(reason.code()).isEqualTo("template_error");
        assertThat(reason.message()).isEqualTo("unknown name 'txt' (did you mean 'text'?); the row has text, id");
        assertThat(reason.details()).containsEntry("name", "txt");
        assertThat(failure("{{ a }}", Row.empty()).message()).endsWith("the row has no fields");
        assertThat(failure("{{ row.txt }}", ROW).message()).contains("there is no 'txt'");
        assertThat(failure("{{ none.x }}", ROW).message()).isEqualTo("a value that is null has no parts");
        assertThat(failure("{{ meta.x }}", ROW).message()).contains("there is no 'x'");
        assertThat(failure("{{ tags[3] }}", ROW).message()).contains("there is no '3'");
        assertThat(failure("{% if txt == 1 %}{% endif %}", ROW).message()).startsWith("unknown name 'txt'");
        assertThat(render("{% if txt is defined %}x{% else %}-{% endif %}", ROW))
                .isEqualTo("-");
    }

    @Test
    void namesTheFieldsThatItUses() {
        String template = "{{ a }}{{ row.b }}{{ c | default('') }}{% if d is defined %}{% endif %}"
                + "{% for x in e %}{{ x }}{{ loop.index }}{% endfor %}{% set f = 1 %}{{ f }}{{ g.h }}";

        assertThat(parse(template).names()).containsExactlyInAnyOrder("a", "b", "e", "g");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ text",
                "{{ }}",
                "{% if text %}",
                "{% endif %}",
                "{% for x in %}{% endfor %}",
                "{{ text | }}",
                "{{ text | nothing }}",
                "{{ text | upper(1) }}",
                "{{ text is strange }}",
                "{{ text(1) }}",
                "{{ text.a() }}",
                "{% unknown %}",
                "{% if a %}{% else %}{% else %}{% endif %}"
            })
    void refusesWhatIsNoTemplate(String template) {
        assertThat(PromptTemplate.parse(template)).isInstanceOf(PromptTemplate.Parsed.Broken.class);
    }

    @Test
    void reportsTheLineOfATemplateError() {
        assertThat(PromptTemplate.parse("one\ntwo {{ x | shout }}\n"))
                .isInstanceOfSatisfying(
                        PromptTemplate.Parsed.Broken.class,
                        broken -> assertThat(broken.message())
                                .startsWith(
                                        "line 2 of the template: there is no filter 'shout'; there are capitalize, default,"));
    }

    @Test
    void refusesTemplatesThatAreTooLongOrTooDeep() {
        assertThat(PromptTemplate.parse("x".repeat(PromptTemplate.MAX_LENGTH + 1)))
                .isInstanceOf(PromptTemplate.Parsed.Broken.class);
        String deep = "{{ " + "(".repeat(60_000) + "1" + ")".repeat(60_000) + " }}";
        assertThat(PromptTemplate.parse(deep)).isInstanceOf(PromptTemplate.Parsed.Broken.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for a in l %}{% for b in l %}{% for c in l %}{% for d in l %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}",
                "{% for a in l %}{% for b in l %}{% for c in [1,2,3,4,5] %}{% for d in l %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}",
                "{% set s = 'x' %}{% for a in l %}{% set s = s ~ s %}{% endfor %}{{ s | length }}",
                "{% set s = 'x' %}{% for a in l %}{% set s = s + s %}{% endfor %}{{ s | length }}",
                "{% set s = 'x' %}{% for a in l %}{% set s = s | replace('x', 'xx') %}{% endfor %}{{ s | length }}",
                "{% for a in l %}{% for b in l %}{{ big }}{% endfor %}{% endfor %}",
                "{% for a in l %}{% for b in l %}{% if big contains 'yyyyyyyyyyyyyyyyz' %}{% endif %}{% endfor %}{% endfor %}",
                "{% for a in l %}{% for b in l %}{% for c in l %}{{ big | upper | length }}{% endfor %}{% endfor %}{% endfor %}",
                "{% for a in l %}{% for b in l %}{{ l | join(big) | length }}{% endfor %}{% endfor %}",
                "{{ big ~ big ~ big }}",
                "{% if big contains half %}{% endif %}"
            })
    void boundsTheWorkForOneRow(String template) {
        Row row = Row.of("l", IntStream.range(0, 1_000).boxed().toList())
                .with("big", "y".repeat(500_000))
                .with("half", "y".repeat(250_000) + "z");

        assertThat(failure(template, row).message()).containsAnyOf("too much work", "longer than 1048576 characters");
    }

    @Test
    void printsHugeNumbersShort() {
        Row row = Row.of("n", new BigDecimal("1E+999999999")).with("m", new BigDecimal("1E-999999999"));

        assertThat(render("{{ n }} {{ m }} {{ n ~ '' }}", row)).isEqualTo("1E+999999999 1E-999999999 1E+999999999");
        assertThat(failure("{{ n + 1 }}", row).code()).isEqualTo("template_error");
        assertThat(failure("{{ n * n }}", row).code()).isEqualTo("template_error");
    }

    @Test
    void takesValuesOfEveryKindWithoutThrowing() {
        List<String> templates = List.of(
                "{{ v + 1 }}",
                "{{ v - v }}",
                "{{ v * 2 }}",
                "{{ v / 0 }}",
                "{{ v // 3 }}",
                "{{ v == 1 }}",
                "{{ v % 0 }}",
                "{{ -v }}",
                "{{ v > 1 }}",
                "{{ v contains 1 }}",
                "{{ v is even }}",
                "{{ v is empty }}",
                "{{ v | join }}",
                "{{ v | first }}",
                "{{ v.x }}",
                "{{ v[0] }}",
                "{{ v['x'] }}",
                "{% for x in v %}{{ x }}{% endfor %}",
                "{{ not v }}",
                "{{ v ? 1 : 2 }}",
                "{% if v %}{% endif %}",
                "{{ v | truncate(v) }}",
                "{{ v | replace(v, v) }}");
        List<Object> values = List.of(
                "",
                "x",
                0L,
                -1L,
                Long.MAX_VALUE,
                new BigDecimal("0.1"),
                true,
                List.of(),
                Map.of(),
                List.of(Map.of()),
                "\uD800",
                "\u0000");
        for (String template : templates) {
            for (Object value : values) {
                assertThat(parse(template).render(Row.of("v", value))).isNotNull();
            }
            assertThat(parse(template).render(Row.of(Collections.singletonMap("v", null))))
                    .isNotNull();
        }
    }

    @Test
    void twoThreadsCanRenderTheSameTemplate() throws InterruptedException {
        PromptTemplate template = parse("{% set x = id %}{% for t in tags %}{{ x }}{{ t | upper }}{% endfor %}");
        try (var scope = CallScope.open("render")) {
            var tasks = IntStream.range(0, 50)
                    .mapToObj(i -> scope.fork(() -> template.render(ROW.with("id", i))))
                    .toList();
            for (int i = 0; i < tasks.size(); i++) {
                assertThat(get(tasks.get(i)))
                        .isEqualTo(new PromptTemplate.Rendered.Prompt(List.of("A", "B", "C").stream()
                                .map((i + "")::concat)
                                .collect(joining())));
            }
        }
    }

    private static <T> T get(FutureTask<T> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static PromptTemplate parse(String template) {
        return switch (PromptTemplate.parse(template)) {
            case PromptTemplate.Parsed.Ready(var ready) -> ready;
            case PromptTemplate.Parsed.Broken(var message) -> throw new AssertionError(template + ": " + message);
        };
    }

    private static String render(String template, Row row) {
        return switch (parse(template).render(row)) {
            case PromptTemplate.Rendered.Prompt(var text) -> text;
            case PromptTemplate.Rendered.Failed(var reason) -> throw new AssertionError(reason.message());
        };
    }

    private static Reason failure(String template, Row row) {
        return switch (parse(template).render(row)) {
            case PromptTemplate.Rendered.Failed(var reason) -> reason;
            case PromptTemplate.Rendered.Prompt(var text) -> throw new AssertionError("rendered " + text.length());
        };
    }
}

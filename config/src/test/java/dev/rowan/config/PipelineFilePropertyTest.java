package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;

/// Whatever the bytes of a file are, reading it gives settings or problems with a place in that file.
class PipelineFilePropertyTest {
    private static final String GOOD = """
            run: {name: review, order: input, max_cost_usd: 25, deadline: 6h}
            source: &files {plugin: csv, options: {path: "${IN:-reviews.csv}", header: true}}
            transforms:
              - plugin: azure_prompt_shield
                options:
                  endpoint: ${ENDPOINT}
                  api_key: "${KEY}"
                  fields: [text, 'title']
                  schema: {mode: strict, fields: ["id: int", text: str?]}
                  pool_size: 5 # rows at once
                  headers:
                    a: |
                      long text
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}, copy: *files}
            """;
    private static final List<String> PIECES = List.of(
            "${",
            "}",
            "$${",
            "&a ",
            "*a",
            "*files",
            "<<: ",
            "!",
            "!!int ",
            "!%2",
            "%",
            "---\n",
            "...\n",
            "\t",
            "\n",
            "\r",
            "? ",
            ": ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            ",",
            "#",
            "|",
            ">",
            "'",
            "\"",
            "\\",
            "\\u0000",
            "\\UFFFFFFFF",
            "\\x",
            "\0",
            "\uFEFF",
            "é",
            "😀",
            ".nan",
            "0x",
            "1e999",
            "~",
            "@",
            "`",
            "%YAML 1.2\n",
            "%TAG ! x\n",
            "  ",
            "plugin: ",
            "\u2028",
            "\u0085");

    private static List<Problem> problems(byte[] bytes) {
        return TestPipeline.problems(bytes, Map.of("KEY", "0123", "ENDPOINT", "x"));
    }

    private static void assertReadOrReported(byte[] bytes) {
        for (Problem problem : problems(bytes)) {
            assertThat(problem.toString()).doesNotContain("\n", "\u001b").hasSizeLessThan(4_000);
            assertThat(problem.location().line()).isPositive();
            assertThat(problem.location().column()).isPositive();
        }
    }

    @Property(tries = 2_000)
    void readsOrReportsAnyBytes(@ForAll byte[] bytes) {
        assertReadOrReported(bytes);
    }

    @Property(tries = 2_000)
    void readsOrReportsAnyPieces(@ForAll("pieces") String text) {
        assertReadOrReported(text.getBytes(StandardCharsets.UTF_8));
    }

    @Provide
    Arbitrary<String> pieces() {
        return Arbitraries.of(PIECES).list().ofMaxSize(25).map(pieces -> String.join("", pieces));
    }

    @Property(tries = 2_000)
    void readsOrReportsAChangedFile(@ForAll("changed") String text) {
        assertReadOrReported(text.getBytes(StandardCharsets.UTF_8));
    }

    @Provide
    Arbitrary<String> changed() {
        Arbitrary<Integer> at = Arbitraries.integers().between(0, GOOD.length());
        return Combinators.combine(at, Arbitraries.integers().between(0, 8), Arbitraries.of(PIECES))
                .as((start, cut, piece) ->
                        GOOD.substring(0, start) + piece + GOOD.substring(Math.min(start + cut, GOOD.length())));
    }

    @Example
    void theFileThatIsChangedIsReadWhole() {
        assertThat(problems(GOOD.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    /// The control: the parser itself does throw what it does not declare.
    @Example
    void theParserAloneThrowsUndeclaredExceptions() {
        var parse = new Parse(LoadSettings.builder().build());
        assertThatThrownBy(() -> parse.parseString("\"\\UFFFFFFFF\"").forEach(_ -> {}))
                .isInstanceOf(NumberFormatException.class);
    }
}

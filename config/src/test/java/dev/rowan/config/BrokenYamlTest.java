package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Broken YAML and the exact messages it gets.
class BrokenYamlTest {
    @TempDir
    Path folder;

    private static Arguments broken(String text, String... messages) {
        return Arguments.of(text, List.of(messages));
    }

    static Stream<Arguments> files() {
        return Stream.of(
                broken("", "1:1 must hold settings, got nothing"),
                broken("# only a comment\n", "2:1 must hold settings, got nothing"),
                broken("---\n", "2:1 must be a mapping of settings, got nothing"),
                broken("- a\n", "1:1 must be a mapping of settings, got a list of 1"),
                broken("text", "1:1 must be a mapping of settings, got 'text'"),
                broken(
                        "a: 1\n\tb: 2\n",
                        "2:1 not valid YAML: found character '\\t(TAB)' that cannot start any token; indent with spaces, not tabs"),
                broken(
                        "a:\n\t- b\n",
                        "2:1 not valid YAML: found character '\\t(TAB)' that cannot start any token; indent with spaces, not tabs"),
                broken(
                        "a: b: c\n",
                        "1:5 not valid YAML: mapping values are not allowed here; put quotes around text that holds ': ', or check the indentation"),
                broken(
                        "a: [1, 2\n",
                        "2:1 not valid YAML: expected ',' or ']', but got <stream end>; what opens at 1:4 is never closed"),
                broken(
                        "a: {b: 1\n",
                        "2:1 not valid YAML: expected ',' or '}', but got <stream end>; what opens at 1:4 is never closed"),
                broken(
                        "a: \"x\n",
                        "2:1 not valid YAML: found unexpected end of stream; what opens at 1:4 is never closed"),
                broken(
                        "a: 'x\n",
                        "2:1 not valid YAML: found unexpected end of stream; what opens at 1:4 is never closed"),
                broken(
                        "a: @x\n",
                        "1:4 not valid YAML: found character '@' that cannot start any token; put quotes around text that starts with @"),
                broken(
                        "a: `x`\n",
                        "1:4 not valid YAML: found character '`' that cannot start any token; put quotes around text that starts with `"),
                broken(
                        "a: {b: ${X}}\n",
                        "1:9 not valid YAML: expected ',' or '}', but got {; inside [ ] and { } put quotes around \"${…}\""),
                broken(
                        "a: 1\n b: 2\n",
                        "2:3 not valid YAML: mapping values are not allowed here; put quotes around text that holds ': ', or check the indentation"),
                broken(
                        "a: 1\nb\nc: 2\n",
                        "3:1 not valid YAML: could not find expected ':'; check the indentation, quotes and brackets of this line"),
                broken(
                        "- a\nb: 2\n",
                        "2:1 not valid YAML: expected <block end>, but found '?'; check the indentation, quotes and brackets of this line"),
                broken("a: \"\\q\"\n", "1:6 not valid YAML: found unknown escape character q(113)"),
                broken(
                        "a: 1\n}\n",
                        "2:1 not valid YAML: expected <block end>, but found '}'; check the indentation, quotes and brackets of this line"),
                broken(
                        "a: \"\\UFFFFFFFF\"\n",
                        "1:2 not valid YAML behind this place: For input string: \"FFFFFFFF\" under radix 16"),
                broken("%YAML 3.0\n---\na: 1\n", "1:1 not valid YAML behind this place: Version{major=3, minor=0}"),
                broken("!%2", "1:1 must not have the tag '!\\u0002', got ''; remove the tag"),
                broken(
                        "a: !%2 x\n",
                        "1:6 not valid YAML: expected URI escape sequence of 2 hexadecimal numbers, but found 2(50) and  (32)"),
                broken("a: 1\nb: 2\na: 3\n", "3:1 duplicate key 'a'; the first is at 1:1"),
                broken(
                        "a: {b: 1, c: 2, b: 3, b: 4}\n",
                        "1:17 a: duplicate key 'b'; the first is at 1:5",
                        "1:23 a: duplicate key 'b'; the first is at 1:5"),
                broken("a: &x [*x]\n", "1:8 a[0]: alias '*x' must not be inside its own anchor; write the value out"),
                broken("a: *x\n", "1:4 a: alias '*x' has no anchor; write '&x' before the first value"),
                broken(
                        "a: &x {b: 1}\nc: {<<: *x, d: 1}\n",
                        "2:5 c: merge key '<<' is not supported; write the keys out"),
                broken("1: a\n", "1:1 a key must be text, got '1'; put quotes around it"),
                broken(
                        "true: a\nnull: b\n~: c\n",
                        "1:1 a key must be text, got 'true'; put quotes around it",
                        "2:1 a key must be text, got 'null'; put quotes around it",
                        "3:1 a key must be text, got '~'; put quotes around it"),
                broken("? [1, 2]\n: a\n", "1:3 a key must be text, got a list of 2; write the key out"),
                broken("? {b: c}\n: a\n", "1:3 a key must be text, got a mapping; write the key out"),
                broken("a: &x b\n*x : c\n", "2:1 a key must be text, got 'b'; write the key out"),
                broken(
                        "a: .inf\nb: -.INF\nc: .nan\n",
                        "1:4 a: must be a finite number, got .inf; put quotes around it if it is text",
                        "2:4 b: must be a finite number, got -.INF; put quotes around it if it is text",
                        "3:4 c: must be a finite number, got .nan; put quotes around it if it is text"),
                broken("a: !foo 1\n", "1:4 a: must not have the tag '!foo', got '1'; remove the tag"),
                broken("a: !!binary aGk=\n", "1:4 a: must not have the tag '!!binary', got 'aGk='; remove the tag"),
                broken("a: !!set {b, c}\n", "1:4 a: must not have the tag '!!set', got a mapping; remove the tag"),
                broken("a: !!int x\n", "1:4 a: must not have the tag '!!int', got 'x'; remove the tag"),
                broken("a: !!map [1]\n", "1:4 a: must not have the tag '!!map', got a list of 1; remove the tag"),
                broken("a: 1\n---\nb: 2\n---\nc: 3\n", "2:1 must be the only document; remove the '---'"),
                broken(
                        "a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
                        "1:53 must not be nested deeper than 50"),
                broken(
                        "a: &x 1\nb: [*x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x, *x]\n",
                        "2:85 must not use more than 20 aliases"),
                broken(
                        "a: ${ONE}\nb: \"${TWO} and ${THREE}\"\n",
                        "1:4 a: environment variable ONE is not set; set it, or write ${ONE:-default}",
                        "2:4 b: environment variable TWO is not set; set it, or write ${TWO:-default}",
                        "2:4 b: environment variable THREE is not set; set it, or write ${THREE:-default}"),
                broken(
                        "a: ${}\nb: ${1X}\nc: ${X\nd: ${X-1}\ne: ${A B}\n",
                        "1:4 a: must be ${NAME} or ${NAME:-default}, got '${}'; write $${ for a literal ${",
                        "2:4 b: must be ${NAME} or ${NAME:-default}, got '${1X}'; write $${ for a literal ${",
                        "3:4 c: must be ${NAME} or ${NAME:-default}, got '${X'; write $${ for a literal ${",
                        "4:4 d: must be ${NAME} or ${NAME:-default}, got '${X-1}'; write $${ for a literal ${",
                        "5:4 e: must be ${NAME} or ${NAME:-default}, got '${A B}'; write $${ for a literal ${"),
                broken(
                        "a: ${A:-${B}}\nb: ${A:-${B-1}}\nc: ${A:-${B:-1}\n",
                        "1:4 a: environment variable B is not set; set it, or write ${B:-default}",
                        "2:4 b: must be ${NAME} or ${NAME:-default}, got '${B-1}'; write $${ for a literal ${",
                        "3:4 c: must be ${NAME} or ${NAME:-default}, got '${A:-${B:-1}'; write $${ for a literal ${"),
                broken(
                        "${X}: 1\na: ${X:?no}\n",
                        "2:4 a: must be ${NAME} or ${NAME:-default}, got '${X:?no}'; write $${ for a literal ${"),
                broken(
                        "a: \u0007\n",
                        "1:4 must be text, got character U+0007; in double quotes, write it as \"\\u0007\""),
                broken("a: \0", "1:4 must be text, got character U+0000; in double quotes, write it as \"\\u0000\""),
                broken(
                        "a: 1\n# \u001b[31m\n",
                        "2:3 must be text, got character U+001B; in double quotes, write it as \"\\u001b\""),
                broken(
                        "a: !<tag:example.org,2026:x> 1\n",
                        "1:4 a: must not have the tag 'tag:example.org,2026:x', got '1'; remove the tag"),
                broken(
                        "a: |\n\tb\n",
                        "2:1 not valid YAML: found character '\\t(TAB)' that cannot start any token; indent with spaces, not tabs"),
                broken(
                        "a: 1 # x\n  b: 2\n",
                        "2:3 not valid YAML: expected <block end>, but found '<block mapping start>'; check the indentation, quotes and brackets of this line"),
                broken("a: - b\n", "1:4 not valid YAML: sequence entries are not allowed here"),
                broken(
                        "a: [b, c]]\n",
                        "1:10 not valid YAML: expected <block end>, but found ']'; check the indentation, quotes and brackets of this line"),
                broken(
                        "a: 'it's'\n",
                        "1:8 not valid YAML: expected <block end>, but found '<scalar>'; check the indentation, quotes and brackets of this line"),
                broken("a:1\n", "1:1 must be a mapping of settings, got 'a:1'"),
                broken("key with no colon\n", "1:1 must be a mapping of settings, got 'key with no colon'"),
                broken("a: ? b\n", "1:4 not valid YAML: mapping keys are not allowed here"),
                broken(
                        "&x &y a: 1\n",
                        "1:1 a key must be text, got ''; put quotes around it",
                        "1:4 not valid YAML: expected <block end>, but found '<anchor>'; check the indentation, quotes and brackets of this line"),
                broken(
                        "a: 1\n...\nb: 2\n",
                        "3:1 not valid YAML: expected '<document start>', but found '<block mapping start>'"),
                broken("a: \"\\u001b[31m\"\na: \"x\"\n", "2:1 duplicate key 'a'; the first is at 1:1"),
                broken("\"a\\u001bb\": 1\n\"a\\u001bb\": 2\n", "2:1 duplicate key 'a\\u001bb'; the first is at 1:1"),
                broken("a: " + "[".repeat(50) + "1" + "]".repeat(50), "1:53 must not be nested deeper than 50"),
                broken("a: &x 1\nb: [" + "*x, ".repeat(20) + "*x]", "2:85 must not use more than 20 aliases"),
                broken(
                        "a: &a [" + "x, ".repeat(1_000) + "x]\n"
                                + "b: &b [*a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c]\n",
                        "4:13 must not hold more than 100,000 values, those of aliases included"),
                broken(
                        "a: [" + "x, ".repeat(100_000) + "x]",
                        "1:299999 must not hold more than 100,000 values, those of aliases included"),
                broken(
                        "? " + "k".repeat(2_001) + "\n: 1\n",
                        "2:3 keys on the way to a value must not exceed 2,000 characters"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void isReportedWithLocationPathRuleAndValue(String text, List<String> messages) {
        var problems = new Problems();
        Path file = TestPipeline.write(folder, text.getBytes(StandardCharsets.UTF_8));
        PipelineFile.read(file, Map.of(), problems);
        assertThat(problems.list())
                .extracting(Problem::toString)
                .containsExactlyElementsOf(
                        messages.stream().map(message -> file + ":" + message).toList());
    }
}

package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pipelines with gates, merges and error edges, by the whole program.
class GateTest extends ProgramFixture {
    private static final String ROWS = "id,lang,text\n1,de,Hallo\n2,en,hello\n3,fr,salut\n4,de,Welt\n";

    @BeforeEach
    void open() throws IOException {
        program.write("rows.csv", ROWS);
    }

    @Test
    void routesRowsByLabelAndMergesThemAgain() throws Exception {
        pipeline("""
                transforms:
                  - name: language
                    gate:
                      by: row.lang
                      routes:
                        de: [{plugin: compute, name: german, options: {set: {greeting: "'Guten Tag'"}}}]
                        en: [{plugin: compute, name: english, options: {set: {greeting: "'Good day'"}}}]
                      else: other
                  - {plugin: compute, name: shout, options: {set: {loud: "row.greeting + '!'"}}}
                """, "output", "other");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl"))
                .containsExactly(
                        "{\"id\":\"1\",\"lang\":\"de\",\"text\":\"Hallo\",\"greeting\":\"Guten Tag\",\"loud\":\"Guten Tag!\"}",
                        "{\"id\":\"2\",\"lang\":\"en\",\"text\":\"hello\",\"greeting\":\"Good day\",\"loud\":\"Good day!\"}",
                        "{\"id\":\"4\",\"lang\":\"de\",\"text\":\"Welt\",\"greeting\":\"Guten Tag\",\"loud\":\"Guten Tag!\"}");
        assertThat(lines("out/other.jsonl")).containsExactly("{\"id\":\"3\",\"lang\":\"fr\",\"text\":\"salut\"}");
        exits(0, "verify", "latest");
        assertThat(exits(0, "explain", "latest", "--row", "1").out())
                .contains("language (gate)", "route   de", "german");
        assertThat(exits(0, "explain", "latest", "--row", "3").out()).contains("route   else", "sink 'other'");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    @Test
    void endsARowWhoseExpressionFailsOrHasNoRoute() throws Exception {
        program.write("rows.csv", "id,lang,text\n1,de,Hallo\n2,,leer\n3,fr,salut\n");
        program.write("rows.jsonl", "{\"id\":1,\"n\":5}\n{\"id\":2}\n{\"id\":3,\"n\":\"x\"}\n{\"id\":4,\"n\":1}\n");
        program.write("pipeline.yaml", """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - name: size
                    gate: {by: "row.n > 3 ? 'large' : 'small'", routes: {large: output}, on_error: failed}
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
                """);
        exits(4, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).containsExactly("{\"id\":1,\"n\":5}");
        assertThat(lines("out/failed.jsonl"))
                .hasSize(3)
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"id\":2", "expression_error", "\"node\":\"size\""),
                        line -> assertThat(line).contains("\"id\":3", "expression_error"),
                        line -> assertThat(line).contains("\"id\":4", "no_route", "'small'"));
        exits(0, "verify", "latest");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    @Test
    void takesAFailedRowToAnotherNodeWithTheReason() throws Exception {
        pipeline("""
                transforms:
                  - {plugin: compute, name: risky, options: {set: {n: "int(row.text)"}, on_error: rescue}}
                  - {plugin: compute, name: done, options: {set: {ok: "true"}}, to: output}
                  - plugin: compute
                    name: rescue
                    options: {set: {why: "row._error.node + ': ' + row._error.reason"}}
                    to: kept
                """, "output", "kept");
        program.write("rows.csv", "id,text\n1,12\n2,zwölf\n");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).containsExactly("{\"id\":\"1\",\"text\":\"12\",\"n\":12,\"ok\":true}");
        assertThat(lines("out/kept.jsonl"))
                .containsExactly("{\"id\":\"2\",\"text\":\"zwölf\",\"why\":\"risky: expression_failed\"}");
        exits(0, "verify", "latest");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    @Test
    void keepsTheReasonInASinkThatAsksForIt() throws Exception {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv}}
                transforms:
                  - {plugin: compute, name: risky, options: {set: {n: "int(row.text)"}}, on_error: rescue, to: output}
                  - {plugin: passthrough, name: rescue}
                sinks:
                  output: {plugin: jsonl, keep_error: true, options: {path: out/output.jsonl}}
                """);
        program.write("rows.csv", "id,text\n2,zwölf\n");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl"))
                .singleElement()
                .asString()
                .contains("\"_error\":{\"node\":\"risky\",\"reason\":\"expression_failed\"");
    }

    @Test
    void discardsByAnEdge() throws Exception {
        pipeline("""
                transforms:
                  - gate: {by: "row.lang == 'de'", routes: {"true": output}, else: discard}
                """, "output");
        assertThat(exits(0, "run", "pipeline.yaml").out()).contains("discarded  2  50.0 %");
        assertThat(lines("out/output.jsonl")).hasSize(2);
        assertThat(exits(0, "explain", "latest", "--row", "2").out()).contains("discarded");
        exits(0, "verify", "latest");
    }

    @Test
    void listsAllProblemsOfAGraphWithTheirPlaces() throws Exception {
        pipeline("""
                transforms:
                  - name: language
                    gate:
                      by: row.lang +
                      routes: {de: germn}
                  - {plugin: passthrough, name: lost, to: nowhere}
                  - name: number
                    gate: {by: "size(row.text)", routes: {a: output}}
                  - name: flag
                    gate: {by: "row.lang == 'de'", routes: {"yes": output, "true": output}}
                """, "output");
        String problems = exits(1, "validate", "pipeline.yaml").err();
        assertThat(problems)
                .contains("pipeline.yaml:5:11 transforms[0].gate.by: invalid expression")
                .contains("pipeline.yaml:6:20 transforms[0].gate.routes.de: there is no node or sink 'germn'")
                .contains("pipeline.yaml:7:43 transforms[1].to: there is no node or sink 'nowhere'")
                .contains("transforms[2].gate.by: must be true, false or a text")
                .contains("transforms[3].gate.routes.yes: the expression is true or false");
    }

    @Test
    void refusesCyclesUnreachableNodesAndFallthrough() throws Exception {
        pipeline("""
                transforms:
                  - {plugin: passthrough, name: a}
                  - gate: {by: row.lang, routes: {de: b, en: a}, else: c}
                  - {plugin: passthrough, name: b}
                  - {plugin: passthrough, name: c}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("transforms[1].gate.routes.en: must not lead back to 'a'");
        pipeline("""
                transforms:
                  - gate: {by: row.lang, routes: {de: b}, else: c}
                  - {plugin: passthrough, name: alone, to: output}
                  - {plugin: passthrough, name: b}
                  - {plugin: passthrough, name: c}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("transforms[1]: no row can reach 'alone'")
                .contains("transforms[2]: rows would continue from 'b' to 'c', which a route names");
    }

    @Test
    void refusesAWayAroundASafetyCheck() throws Exception {
        pipeline("""
                transforms:
                  - {plugin: keyword_filter, name: check, options: {fields: text, blocked_patterns: [x], on_error: tidy}, to: output}
                  - {plugin: passthrough, name: tidy, to: output}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("rows that 'check' blocked would reach the sink 'output' from 'tidy' without another check");
        pipeline("""
                transforms:
                  - {plugin: keyword_filter, name: check, options: {fields: text, blocked_patterns: [Welt], on_error: appeal}, to: output}
                  - gate: {by: "row._error.reason == 'blocked_content'", routes: {"true": output}, else: discard, overrides_safety: true}
                    name: appeal
                """, "output");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).hasSize(4);
        exits(0, "verify", "latest");
    }
}

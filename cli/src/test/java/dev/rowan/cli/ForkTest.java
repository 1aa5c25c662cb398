package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pipelines with forks and joins, by the whole program.
@Timeout(120)
class ForkTest extends ProgramFixture {
    @BeforeEach
    void open() throws IOException {
        program.write("rows.csv", "id,text\n1,12\n2,x\n3,30\n");
    }

    @Test
    void joinsTheChangesOfAllBranches() throws Exception {
        pipeline("""
                transforms:
                  - name: both
                    fork:
                      long: [{plugin: compute, name: double, options: {set: {twice: "row.text + row.text"}}}]
                      short: [{plugin: compute, name: measure, options: {set: {size: size(row.text)}}}]
                  - {name: done, join: {}}
                """, "output");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl"))
                .containsExactly(
                        "{\"id\":\"1\",\"text\":\"12\",\"twice\":\"1212\",\"size\":2}",
                        "{\"id\":\"2\",\"text\":\"x\",\"twice\":\"xx\",\"size\":1}",
                        "{\"id\":\"3\",\"text\":\"30\",\"twice\":\"3030\",\"size\":2}");
        verifiesAndReplays();
        assertThat(exits(0, "graph", "latest").out())
                .contains(
                        "both (fork)\n  long → double  3\n  short → measure  3\n", "done (join)\n  → sink 'output'  3");
        assertThat(exits(0, "explain", "latest", "--row", "1").out())
                .contains("both (fork)", "done (join)", "joined  all: long, short");
    }

    @Test
    void failsAJoinWhoseBranchIsLost() throws Exception {
        pipeline("""
                transforms:
                  - name: both
                    fork:
                      number: [{plugin: compute, name: parse, options: {set: {n: int(row.text)}}}]
                      measure: [{plugin: compute, name: size, options: {set: {size: size(row.text)}}}]
                  - {name: done, join: {on_error: failed}}
                """, "output", "failed");
        exits(4, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).hasSize(2);
        assertThat(lines("out/failed.jsonl"))
                .singleElement()
                .asString()
                .contains("\"id\":\"2\"", "branch_lost", "\"branch\":\"number\"", "\"node\":\"done\"");
        verifiesAndReplays();
    }

    @Test
    void continuesWithWhatHasArrivedByBestEffort() throws Exception {
        pipeline("""
                transforms:
                  - name: both
                    fork:
                      number: [{plugin: compute, name: parse, options: {set: {n: int(row.text)}, on_error: discard}}]
                      measure: [{plugin: compute, name: size, options: {set: {size: size(row.text)}}}]
                  - {name: done, join: {policy: best_effort, merge: nested}}
                """, "output");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl"))
                .containsExactly(
                        "{\"id\":\"1\",\"text\":\"12\",\"number\":{\"n\":12},\"measure\":{\"size\":2}}",
                        "{\"id\":\"2\",\"text\":\"x\",\"measure\":{\"size\":1}}",
                        "{\"id\":\"3\",\"text\":\"30\",\"number\":{\"n\":30},\"measure\":{\"size\":2}}");
        verifiesAndReplays();
    }

    @Test
    void splitsForGoodWhereNothingJoins() throws Exception {
        pipeline("""
                transforms:
                  - {name: copy, fork: {all: output, numbers: numbers}}
                  - {plugin: compute, name: numbers, options: {set: {n: int(row.text)}, on_error: discard}, to: numeric}
                """, "output", "numeric");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).hasSize(3);
        assertThat(lines("out/numeric.jsonl")).hasSize(2);
        verifiesAndReplays();
    }

    @Test
    void joinsTheRowsOfAnExpansion() throws Exception {
        program.write("rows.csv", "id,text\n1,abcdef\n2,gh\n");
        pipeline("""
                transforms:
                  - {name: chunks, plugin: chunk_text, options: {field: text, unit: chars, size: 2, as: chunk, max_rows: 10}}
                  - {plugin: compute, name: loud, options: {set: {note: "row.chunk + '!'"}}}
                  - {name: whole, join: {as: parts}}
                """, "output");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl"))
                .hasSize(2)
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"parts\":[{", "\"note\":\"ab!\"", "\"note\":\"ef!\""),
                        line -> assertThat(line).contains("\"note\":\"gh!\""));
        verifiesAndReplays();
    }

    @Test
    void refusesJoinsWithNothingToClose() throws Exception {
        pipeline("""
                transforms:
                  - {plugin: passthrough, name: a}
                  - {name: done, join: {}}
                  - {name: again, join: {of: a}}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("transforms[1]: has nothing to close")
                .contains("transforms[2].join.of: must name a fork or expansion from which rows come here, got 'a'");
    }

    @Test
    void reportsWhatIsWrongWithAJoinOfAFork() throws Exception {
        assertThat(problemsOf("{a: [{plugin: passthrough}], b: [{plugin: passthrough, name: p2}]}", "{of: bth}"))
                .contains("transforms[1].join.of: must name a fork or expansion from which rows come here, got 'bth'");
        assertThat(problemsOf("{a: [{plugin: passthrough}]}", "{policy: some}"))
                .contains("transforms[1].join.policy: must be one of all, any, quorum, best_effort, got 'some'");
        assertThat(problemsOf("{a: [{plugin: passthrough}]}", "{merge: concat, collision: best}"))
                .contains("join.merge: must be one of", "join.collision: must be one of");
        assertThat(problemsOf("{a: [{plugin: passthrough}]}", "{policy: quorum, count: 2}"))
                .contains("transforms[1].join.count: must be at most 1, the branches of 'both', got 2");
        assertThat(problemsOf("{a: [{plugin: passthrough}]}", "{}}\n  - {join: {}"))
                .contains("transforms[2]: has nothing to close");
        assertThat(problemsOf("[a, b]", "{}"))
                .contains("transforms[0].fork: must be a mapping of branches to targets, got a list of 2");
    }

    private String problemsOf(String fork, String join) throws Exception {
        pipeline("""
                transforms:
                  - {name: both, fork: %s}
                  - {join: %s}
                """.formatted(fork, join), "output");
        return exits(1, "validate", "pipeline.yaml").err();
    }
}

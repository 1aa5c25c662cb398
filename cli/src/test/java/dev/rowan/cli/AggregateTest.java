package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pipelines with aggregates, by the whole program.
@Timeout(120)
class AggregateTest extends ProgramFixture {
    @BeforeEach
    void open() throws IOException {
        program.write("rows.csv", "id,customer,text\n1,a,one\n2,b,two\n3,a,three\n4,a,four\n5,b,five\n");
    }

    private static final String DIGEST = """
            transforms:
              - name: by_customer
                plugin: collect
                options: {fields: [id, text], as: items, keep: [customer]}
                aggregate: {by: row.customer, count: 2}
            """;

    @Test
    void makesDigestsByCustomer() throws Exception {
        pipeline("""
                transforms:
                  - {name: copy, fork: {each: tickets, digest: by_customer}}
                  - name: by_customer
                    plugin: collect
                    options: {fields: [id, text], as: items, keep: [customer]}
                    aggregate: {by: row.customer, count: 2}
                  - {plugin: compute, name: measure, options: {set: {n: size(row.items)}}}
                """, "output", "tickets");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/tickets.jsonl")).hasSize(5);
        assertThat(lines("out/output.jsonl"))
                .containsExactly(
                        "{\"customer\":\"a\",\"items\":[{\"id\":\"1\",\"text\":\"one\"},{\"id\":\"3\",\"text\":\"three\"}],\"n\":2}",
                        "{\"customer\":\"b\",\"items\":[{\"id\":\"2\",\"text\":\"two\"},{\"id\":\"5\",\"text\":\"five\"}],\"n\":2}",
                        "{\"customer\":\"a\",\"items\":[{\"id\":\"4\",\"text\":\"four\"}],\"n\":1}");
        verifiesAndReplays();
        assertThat(exits(0, "graph", "latest").out())
                .contains("copy (fork)\n  each → sink 'tickets'  5\n  digest → by_customer  5", "  → measure  3");
        assertThat(exits(0, "explain", "latest", "--row", "3").out())
                .contains("entered group 1 (2 members, closed by count), which became row");
        assertThat(exits(0, "explain", "latest", "--row", "2199023255552").out())
                .contains("made from group 1 (2 members, closed by count): r1.2, r3.2");
    }

    @Test
    void writesDigestsToASinkWhoseMarksLag() throws Exception {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv, id: id}}
                transforms:
                  - {name: some, gate: {by: "row.id == '3'", routes: {"true": other}, else: by_customer}}
                  - name: by_customer
                    plugin: collect
                    options: {fields: [id], as: items, keep: [customer]}
                    aggregate: {by: row.customer}
                sinks:
                  output: {plugin: jsonl, options: {path: out/digests.jsonl.gz}}
                  other: {plugin: jsonl, options: {path: out/other.jsonl.zst}}
                """);
        exits(0, "run", "pipeline.yaml", "-q");
        try (var unzipped = new GZIPInputStream(Files.newInputStream(folder.resolve("out/digests.jsonl.gz")))) {
            assertThat(new String(unzipped.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsExactly(
                            "{\"customer\":\"a\",\"items\":[{\"id\":\"1\"},{\"id\":\"4\"}]}",
                            "{\"customer\":\"b\",\"items\":[{\"id\":\"2\"},{\"id\":\"5\"}]}");
        }
        verifiesAndReplays();
    }

    /// The outcomes of a row are recorded together, and a group ends with those of its members.
    @Test
    void rejectsASinkWhoseMarksLagBesideAnAggregate() throws Exception {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv, id: id}}
                transforms:
                  - {name: copy, fork: {each: tickets, digest: by_customer}}
                  - name: by_customer
                    plugin: collect
                    options: {fields: [id], as: items}
                    aggregate: {by: row.customer}
                sinks:
                  output: {plugin: jsonl, options: {path: out/digests.jsonl}}
                  tickets: {plugin: jsonl, options: {path: out/tickets.jsonl.gz}}
                """);
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("must not receive tokens of rows", "the aggregate 'by_customer'", "pipeline.yaml:10");
    }

    @Test
    void givesEachMemberTheValuesOfItsGroup() throws Exception {
        pipeline("""
                transforms:
                  - {plugin: compute, name: number, options: {set: {n: int(row.id)}}}
                  - name: totals
                    plugin: statistics
                    options: {fields: [n]}
                    aggregate: {by: row.customer, emit: members}
                """, "output");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).hasSize(5).allMatch(line -> line.contains("\"text\""));
        verifiesAndReplays();
    }

    @Test
    void continuesWithOpenGroups() throws Exception {
        pipeline(DIGEST, "output");
        exits(5, "run", "pipeline.yaml", "-q", "--limit", "4");
        assertThat(lines("out/output.jsonl")).hasSize(1);
        exits(0, "resume", "latest", "-q");
        assertThat(lines("out/output.jsonl")).hasSize(3);
        verifiesAndReplays();
    }

    @Test
    void reportsWhatIsWrongWithAnAggregate() throws Exception {
        pipeline("""
                transforms:
                  - {plugin: collect, name: a}
                  - {plugin: compute, name: b, options: {set: {x: "1"}}, aggregate: {}}
                  - {plugin: collect, name: c, aggregate: {by: "row.", when: total > 3}}
                  - {plugin: collect, name: d, aggregate: {count: 0, sort: id}}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains(
                        "'collect' is an aggregator, and needs an 'aggregate' next to it",
                        "'compute' is a transform, and an aggregate needs an aggregator",
                        "5:48 transforms[2].aggregate.by: invalid expression",
                        "undeclared reference to 'total'; there are count and bytes",
                        "must be at least 1, got 0",
                        "unknown key 'sort'");
    }

    @Test
    void refusesAnAggregateBetweenAForkAndItsJoin() throws Exception {
        pipeline("""
                transforms:
                  - name: both
                    fork:
                      one: [{plugin: collect, name: group, aggregate: {count: 2}}]
                      two: [{plugin: compute, name: plain, options: {set: {x: "1"}}}]
                  - {name: done, join: {}}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("pipeline.yaml:5:13", "must not be between 'both' and its join 'done'");
    }

    @Test
    void feedsTheListFormOfSafety() throws Exception {
        pipeline("""
                transforms:
                  - name: batch
                    plugin: collect
                    options: {fields: [id, text], as: items}
                    aggregate: {count: 3}
                  - plugin: keyword_filter
                    options: {fields: items, blocked_patterns: ["(?i)four"], on_error: blocked}
                """, "output", "blocked");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).singleElement().asString().contains("one", "two", "three");
        assertThat(lines("out/blocked.jsonl")).singleElement().asString().contains("four", "five");
        verifiesAndReplays();
    }
}

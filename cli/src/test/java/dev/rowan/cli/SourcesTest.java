package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pipelines with several sources, by the whole program.
class SourcesTest extends ProgramFixture {
    private static final String PIPELINE = """
            sources:
              mail: {plugin: csv, options: {path: mail.csv, id: id, on_error: unreadable}}
              chat: {plugin: jsonl, options: {path: chat.jsonl, on_error: broken}, to: chats}
            transforms:
              - {plugin: compute, name: mails, options: {set: {kind: "'mail'"}}, to: all}
              - {plugin: compute, name: chats, options: {set: {kind: "'chat'", text: row.message}}}
              - {plugin: compute, name: all, options: {set: {length: size(row.text)}}}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              unreadable: {plugin: jsonl, options: {path: out/unreadable.jsonl}}
              broken: {plugin: jsonl, options: {path: out/broken.jsonl}}
            """;

    @BeforeEach
    void open() throws IOException {
        program.write("pipeline.yaml", PIPELINE);
        program.write("mail.csv", "id,text\n1,hello\n2,too,many\n3,hi\n");
        program.write("chat.jsonl", "{\"message\":\"hey\"}\nnonsense\n{\"message\":\"ho\"}\n");
    }

    @Test
    void readsSourcesOneAfterAnotherWithOneNumbering() throws Exception {
        exits(4, "run", "pipeline.yaml", "-q");
        assertsAllRows();
        assertThat(lines("out/unreadable.jsonl"))
                .singleElement()
                .asString()
                .contains("\"node\":\"mail\"", "\"row_seq\":2");
        assertThat(lines("out/broken.jsonl")).singleElement().asString().contains("\"node\":\"chat\"", "\"row_seq\":5");
        exits(0, "verify", "latest");
        assertThat(exits(0, "graph", "latest").out())
                .contains(
                        "mail (csv)\n  → mails  2\nchat (jsonl)\n  → chats  2\n",
                        "all (compute)\n  → sink 'output'  4");
        assertThat(exits(0, "explain", "latest", "--row", "4").out()).contains("source 'chat', line 1");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    private void assertsAllRows() throws IOException {
        assertThat(lines("out/output.jsonl"))
                .containsExactly(
                        "{\"id\":\"1\",\"text\":\"hello\",\"kind\":\"mail\",\"length\":5}",
                        "{\"id\":\"3\",\"text\":\"hi\",\"kind\":\"mail\",\"length\":2}",
                        "{\"message\":\"hey\",\"kind\":\"chat\",\"text\":\"hey\",\"length\":3}",
                        "{\"message\":\"ho\",\"kind\":\"chat\",\"text\":\"ho\",\"length\":2}");
    }

    @Test
    void resumesInTheSecondSource() throws Exception {
        program.run("run", "pipeline.yaml", "-q", "--limit", "4");
        assertThat(lines("out/output.jsonl")).hasSize(3);
        exits(4, "resume", "latest", "-q");
        assertsAllRows();
        exits(0, "verify", "latest");
    }

    @Test
    void noticesAChangeOfOneSource() throws Exception {
        program.run("run", "pipeline.yaml", "-q", "--limit", "4");
        program.write("chat.jsonl", "{\"message\":\"other\"}\nnonsense\n{\"message\":\"ho\"}\n");
        assertThat(exits(1, "resume", "latest", "-q").err()).contains("the content of the input, ");
    }

    @Test
    void refusesBothKeysUnknownStartsAndAnEmptySection() throws Exception {
        program.write("pipeline.yaml", PIPELINE + "source: {plugin: csv, options: {path: mail.csv}}\n");
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("sources: must be omitted");
        program.write("pipeline.yaml", PIPELINE.replace("to: chats", "to: chatz"));
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("sources.chat.to: there is no node or sink 'chatz'; did you mean 'chats'?");
        program.write("pipeline.yaml", "sources: {}\nsinks: {output: {plugin: jsonl, options: {path: x.jsonl}}}\n");
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("sources: must be a mapping of source names");
    }
}

package dev.rowan.web.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.Problems;
import dev.rowan.config.PipelineFile;
import dev.rowan.web.row.StagedRuns;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class PipelineScreenTest {
    private static final String PIPELINE = """
            run: {name: reviews}
            source: {plugin: csv, options: {path: "${IN:-reviews.csv}", on_error: discard}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["<b>bad</b>"], on_error: blocked}
              - {plugin: truncate, options: {fields: text, max_chars: 9}}
              - {plugin: truncate, options: {fields: text, max_chars: 8}}
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              blocked: {plugin: jsonl, options: {path: blocked.jsonl}}
            """;

    @TempDir
    private Path folder;

    @Test
    void showsTheRecordedPipelineOfARun() throws Exception {
        try (StagedRuns runs = StagedRuns.open(folder)) {
            runs.write("reviews.csv", "id,text\n1,fine\n");
            String run = runs.run(PIPELINE);
            try (Website site = runs.serve()) {
                String page = runs.get(site, "/runs/" + run + "/pipeline").body();
                assertThat(page)
                        .contains("<svg", "truncate_2", "${IN:-reviews.csv}", "id=\"line-9\"")
                        .contains("aria-label=\"Settings of keyword_filter\"", "&lt;b&gt;bad&lt;/b&gt;")
                        .contains("not set: failed rows stay in the landscape")
                        .doesNotContain("<b>bad");
                assertThat(runs.get(site, "/api/runs/" + run + "/pipeline").body())
                        .contains("\"name\":\"truncate_2\"", "\"on_error\":\"discard\"", "\"output\":\"output\"");
                assertThat(runs.get(site, "/pipeline").body()).contains("rowan serve --pipeline pipeline.yaml");
                assertThat(runs.get(site, "/api/pipeline").statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    void showsHostileNamesAsTextOnEveryPage() throws Exception {
        String evil = "</title><script>alert(1)</script><svg onload=alert(2)> ' & \u202e";
        String yaml = PIPELINE.replace("name: reviews", "name: \"" + evil + "\"")
                .replace("plugin: keyword_filter", "plugin: keyword_filter\n    name: \"" + evil + "\"")
                .replace("blocked: {", "\"" + evil + "\": {")
                .replace("on_error: blocked", "on_error: \"" + evil + "\"");
        try (StagedRuns runs = StagedRuns.open(folder)) {
            runs.write("reviews.csv", "id,text\n1,<b>bad</b>\n");
            String run = runs.run(yaml);
            try (Website site = runs.serve(Optional.of(() -> read(folder.resolve("pipeline.yaml"))))) {
                for (String path : List.of("/pipeline", "/runs/" + run + "/pipeline", "/runs/" + run + "/rows/1")) {
                    assertThat(runs.get(site, path).body())
                            .as(path)
                            .contains("&lt;script&gt;alert(1)")
                            .doesNotContain("<script>alert", "<svg onload", "<b>bad", "\u202e");
                }
            }
        }
    }

    @Test
    void readsTheFileEachTimeAndShowsProblemsBesideTheirLines() throws Exception {
        Path file = Files.writeString(folder.resolve("given.yaml"), PIPELINE);
        try (StagedRuns runs = StagedRuns.open(folder)) {
            runs.write("reviews.csv", "id,text\n1,fine\n");
            runs.run(PIPELINE);
            try (Website site = runs.serve(Optional.of(() -> read(file)))) {
                assertThat(runs.get(site, "/pipeline").body())
                        .contains("<svg", "reviews")
                        .doesNotContain("src-wrong");
                Files.writeString(file, PIPELINE.replace("run: {name: reviews}", "run: {name: reviews, name: twice}"));
                String page = runs.get(site, "/pipeline").body();
                assertThat(page).contains("1 problem", "<svg").containsOnlyOnce("src-wrong");
                assertThat(runs.get(site, "/api/pipeline").body()).contains("\"line\":1", "\"problems\":[{\"code\"");
                Files.writeString(file, "a: [");
                assertThat(runs.get(site, "/pipeline").body())
                        .contains("problem", "a: [")
                        .doesNotContain("class=\"pic\"");
            }
        }
    }

    private static PipelineText read(Path file) {
        var problems = new Problems();
        Optional<PipelineFile> read = PipelineFile.read(file, Map.of(), problems);
        try {
            return new PipelineText(
                    file.toString(), Files.readString(file), read.map(PipelineFile::root), problems.list());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}

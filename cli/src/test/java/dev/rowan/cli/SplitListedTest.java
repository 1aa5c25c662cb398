package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Sha256;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.testkit.server.PostgresServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Outputs of several workers that stay in parts: compressed lines, Parquet, and a csv with `assemble: false`.
@Tag("slow")
@Timeout(240)
@ExtendWith(PostgresServer.class)
class SplitListedTest {
    private static final int ROWS = 70;
    private static final String PIPELINE = """
            run: {name: listed, window: 25}
            source: {plugin: csv, options: {path: in.csv, id: id}}
            transforms:
              - {plugin: truncate, options: {fields: label, max_chars: 100}}
              - {name: copy, fork: {a: packed, b: columns, c: output}}
            sinks:
              packed: {plugin: jsonl, options: {path: out/rows.jsonl.gz}}
              columns: {plugin: parquet, options: {path: "out/rows-{n}.parquet"}}
              output: {plugin: csv, options: {path: out/rows.csv, assemble: false}}
            """;

    @TempDir
    private Path folder;

    private final String url;

    SplitListedTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @Test
    void partsStayAndAManifestListsThem() throws Exception {
        var stage = new SplitStage(folder, url, Map.of());
        stage.write("pipeline.yaml", PIPELINE);
        stage.write("in.csv", rows(ROWS));

        RunResult result = stage.run(new RunStartMode.Fresh(), 2, Set.of(2), (_, _) -> {});

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        String runId = result.runId();
        assertThat(files())
                .containsExactlyInAnyOrder(
                        "rows-00000.jsonl.gz",
                        "rows-00001.jsonl.gz",
                        "rows-00002.jsonl.gz",
                        "rows-00003.jsonl.gz",
                        "rows-1.parquet",
                        "rows-2.parquet",
                        "rows-3.parquet",
                        "rows-4.parquet",
                        "rows-00000.csv",
                        "rows-00001.csv",
                        "rows-00002.csv",
                        "rows-00003.csv",
                        "rows.jsonl.gz.manifest.json",
                        "rows.parquet.manifest.json",
                        "rows.csv.manifest.json",
                        "rowan-" + runId + ".head.json");
        assertThat(new String(unpacked("rows.jsonl.gz.manifest.json"), UTF_8).lines())
                .hasSize(ROWS)
                .startsWith("{\"id\":\"1\",\"label\":\"label 1\"}");
        assertThat(Files.readAllLines(folder.resolve("out/rows-00003.csv")))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of("id,label"),
                                IntStream.rangeClosed(61, ROWS).mapToObj(n -> n + ",label " + n))
                        .toList());
        assertSameRows(stage);
        exits(0, stage.command("verify", runId));
        exits(0, stage.command("replay", runId));
        assertThatThrownBy(() -> stage.run(1)).hasMessageContaining("rows.jsonl.gz.manifest.json already exists");
        Files.writeString(folder.resolve("out/rows-00002.csv"), "id,label\n");
        assertThat(exits(10, stage.command("verify", runId)).out())
                .containsPattern("part rows-00002.csv differs\\s+from what was written");
        stage.write("in.csv", rows(25));
        stage.overwriting().run(1);
        assertThat(files())
                .as("parts of the run before are gone")
                .contains("rows-00001.csv", "rows-2.parquet")
                .doesNotContain("rows-00002.csv", "rows-3.parquet", "rows-00003.jsonl.gz");
    }

    /// The Parquet files, read again.
    private void assertSameRows(SplitStage stage) throws IOException {
        var again = new Program(Files.createDirectory(folder.resolve("again")));
        again.write("pipeline.yaml", """
                source: {plugin: parquet, options: {path: "%s/out/rows-*.parquet"}}
                sinks: {output: {plugin: csv, options: {path: rows.csv}}}
                """.formatted(stage.folder()));
        exits(0, again.run("run", "pipeline.yaml"));
        assertThat(folder.resolve("again/rows.csv")).hasContent(Files.readString(folder.resolve("in.csv")));
    }

    private static Program.Ran exits(int code, Program.Ran ran) {
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
        return ran;
    }

    /// The bytes of all parts that the manifest lists, checked against it.
    private byte[] unpacked(String manifest) throws Exception {
        var bytes = new ByteArrayOutputStream();
        if (RowJson.readValue(Files.readAllBytes(folder.resolve("out").resolve(manifest))) instanceof Map<?, ?> all
                && all.get("parts") instanceof List<?> parts) {
            for (Object each : parts) {
                var part = (Map<?, ?>) each;
                byte[] content = Files.readAllBytes(folder.resolve("out").resolve(String.valueOf(part.get("file"))));
                assertThat(part.get("bytes")).isEqualTo((long) content.length);
                assertThat(part.get("sha256")).isEqualTo(Sha256.hex(content));
                assertThat(part.get("split"))
                        .isInstanceOfSatisfying(
                                Long.class,
                                split -> assertThat(part.get("first_row")).isEqualTo(split * 20 + 1));
                new GZIPInputStream(new ByteArrayInputStream(content)).transferTo(bytes);
            }
        }
        return bytes.toByteArray();
    }

    private static String rows(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(n -> n + ",label " + n + "\n")
                .collect(Collectors.joining("", "id,label\n", ""));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}

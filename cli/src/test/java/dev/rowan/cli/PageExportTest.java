package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.json.RowJson;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The page's export of rows and `rowan export` write the same bytes.
@Timeout(120)
class PageExportTest {
    private static final List<String> ENDINGS =
            List.of("csv", "jsonl", "json", "parquet", "csv.gz", "jsonl.gz", "json.gz");

    @TempDir
    private Path folder;

    private byte[] exported(Program program, String ending) throws Exception {
        Path file = folder.resolve("rows." + ending);
        assertThat(program.run("export", "latest", "--out", file.toString()))
                .satisfies(ran -> assertThat(ran.code()).as(ran.err()).isZero());
        return Files.readAllBytes(file);
    }

    @Test
    void writesTheSameBytesInEveryFormat() throws Exception {
        var program = new Program(folder);
        program.write(
                "reviews.csv", "id,text\n1,=fine\n2,my password is hunter2\n3,\"gut \u00e4\u202E \uD83D\uDE00\"\n");
        Object run = program.run("run", "pipeline.yaml", "--json").json().get("run");
        try (var site = new ServedSite(folder)) {
            for (String ending : ENDINGS) {
                assertThat(site.bytes("/api/runs/" + run + "/rows/export?format=" + ending))
                        .as(ending)
                        .isEqualTo(exported(program, ending));
            }
        }
        byte[] json = Files.readAllBytes(folder.resolve("rows.json"));
        assertThat(RowJson.readValue(json))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(3);
        try (var unpacked =
                new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(folder.resolve("rows.json.gz"))))) {
            assertThat(unpacked.readAllBytes()).isEqualTo(json);
        }
    }
}

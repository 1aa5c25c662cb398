package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.testkit.server.AzuriteServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The blob example from end to end: a file goes up, comes down past the guards and the model, and is a blob again,
/// which a third pipeline brings back to look at.
class BlobSentimentIT {
    private static final Path EXAMPLE = Path.of("..", "examples", "azure_blob_sentiment");

    private static final String DOWNLOAD = """
            source:
              plugin: azure_blob
              options: {container: reviews, blob: output/sentiment.jsonl, format: jsonl}
            sinks: {output: {plugin: jsonl, options: {path: downloaded.jsonl}}}
            """;

    @TempDir
    private Path folder;

    @Test
    void ratesReviewsFromBlobToBlob() throws Exception {
        assumeTrue(AzuriteServer.isAvailable(), "Azurite needs node and npm");
        for (String name : List.of("settings.yaml", "upload.yaml", "reviews.csv")) {
            Files.copy(EXAMPLE.resolve(name), folder.resolve(name));
        }
        Files.writeString(folder.resolve("download.yaml"), DOWNLOAD);
        try (AzuriteServer azurite = AzuriteServer.start()) {
            var variables = Map.of("AZURE_STORAGE_CONNECTION_STRING", azurite.connectionString());
            assertThat(RowanProgram.run(folder, variables, "run", "upload.yaml", "--json")
                            .json()
                            .get("rows_read"))
                    .isEqualTo(60L);
            Map<?, ?> run = RowanProgram.run(folder, variables, "run", "settings.yaml", "--json")
                    .json();
            assertThat(run.get("exit_code")).isEqualTo(0L);
            assertThat(run.get("outcomes")).isEqualTo(Map.of("completed", 54L, "blocked", 6L));
            assertThat(run.get("simulated")).isEqualTo(true);
            assertThat(RowanProgram.run(folder, variables, "run", "download.yaml")
                            .code())
                    .isZero();
        }
        assertThat(Files.readAllLines(folder.resolve("downloaded.jsonl")))
                .hasSize(54)
                .isSorted()
                .allSatisfy(line -> assertThat(line).containsPattern("\"sentiment\":\"(positive|negative|neutral)\""));
        assertThat(Files.readAllLines(folder.resolve("out/blocked.jsonl"))).hasSize(4);
        assertThat(Files.readAllLines(folder.resolve("out/attacks.jsonl"))).hasSize(2);
        assertThat(folder.resolve("out/failed.jsonl")).isEmptyFile();
    }
}

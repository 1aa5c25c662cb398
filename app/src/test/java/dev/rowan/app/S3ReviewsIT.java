package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The S3 example from end to end: a file goes up as csv.gz, is filtered into jsonl.zst, and comes back.
class S3ReviewsIT {
    private static final Path EXAMPLE = Path.of("..", "examples", "s3_reviews");

    private static final String DOWNLOAD = """
            source:
              plugin: jsonl
              options: {path: "s3://rowan/output/*.zst", storage: {endpoint: "${S3_ENDPOINT}", anonymous: true}}
            sinks: {output: {plugin: jsonl, options: {path: downloaded.jsonl}}}
            """;

    @TempDir
    private Path folder;

    @Test
    void filtersReviewsFromBucketToBucket() throws Exception {
        Optional<Path> libraries = S3ProxyProcess.libraries();
        assumeTrue(libraries.isPresent(), "S3Proxy is not installed; the tests of the connectors install it");
        for (String name : List.of("pipeline.yaml", "upload.yaml", "reviews.csv")) {
            Files.copy(EXAMPLE.resolve(name), folder.resolve(name));
        }
        Files.writeString(folder.resolve("download.yaml"), DOWNLOAD);
        try (S3ProxyProcess server = S3ProxyProcess.start(libraries.get(), folder)) {
            var variables = Map.of("S3_ENDPOINT", server.address().toString());
            RowanProcess.Ended missing = RowanProcess.run(folder, variables, "doctor", "upload.yaml");
            assertThat(missing.code()).isNotZero();
            server.createBucket("rowan");
            assertThat(RowanProcess.run(folder, variables, "run", "upload.yaml").code())
                    .isZero();
            assertThat(RowanProcess.run(folder, variables, "doctor", "pipeline.yaml")
                            .code())
                    .isZero();
            Map<?, ?> run = RowanProcess.run(folder, variables, "run", "pipeline.yaml", "--json")
                    .json();
            assertThat(run.get("outcomes")).isEqualTo(Map.of("completed", 58L, "blocked", 2L));
            assertThat(RowanProcess.run(folder, variables, "run", "pipeline.yaml")
                            .code())
                    .as("an object that exists is refused")
                    .isEqualTo(1);
            assertThat(RowanProcess.run(folder, variables, "run", "download.yaml")
                            .code())
                    .isZero();
        }
        assertThat(Files.readAllLines(folder.resolve("downloaded.jsonl")))
                .hasSize(58)
                .allSatisfy(line -> assertThat(line).contains("\"_path\":\"s3://rowan/input/reviews.csv.gz\""));
    }
}

package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.testkit.server.S3Servers;
import dev.rowan.testkit.server.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The S3 example from end to end: a file goes up as csv.gz, is filtered into Parquet, and comes back.
class S3ReviewsIT {
    private static final Path EXAMPLE = Path.of("..", "examples", "s3_reviews");

    @TempDir
    private Path folder;

    @Test
    void filtersReviewsFromBucketToBucket() throws Exception {
        for (String name : List.of("pipeline.yaml", "upload.yaml", "show.yaml", "reviews.csv")) {
            Files.copy(EXAMPLE.resolve(name), folder.resolve(name));
        }
        try (ServerProcess server = S3Servers.startAnonymousProxy()) {
            var variables = Map.of("S3_ENDPOINT", server.address().toString());
            RowanProcess.Ended missing = RowanProgram.run(folder, variables, "doctor", "upload.yaml");
            assertThat(missing.code()).isNotZero();
            createBucket(server.address().resolve("/rowan"));
            assertThat(RowanProgram.run(folder, variables, "run", "upload.yaml").code())
                    .isZero();
            assertThat(RowanProgram.run(folder, variables, "doctor", "pipeline.yaml")
                            .code())
                    .isZero();
            Map<?, ?> run = RowanProgram.run(folder, variables, "run", "pipeline.yaml", "--json")
                    .json();
            assertThat(run.get("outcomes")).isEqualTo(Map.of("completed", 58L, "blocked", 2L));
            assertThat(RowanProgram.run(folder, variables, "run", "pipeline.yaml")
                            .code())
                    .as("an object that exists is refused")
                    .isEqualTo(1);
            assertThat(RowanProgram.run(folder, variables, "run", "show.yaml", "-q")
                            .out()
                            .lines())
                    .hasSize(58)
                    .allSatisfy(line -> assertThat(line).contains("\"_path\":\"s3://rowan/input/reviews.csv.gz\""));
        }
    }

    static void createBucket(URI bucket) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(bucket)
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}

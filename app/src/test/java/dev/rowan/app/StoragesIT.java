package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.testkit.server.AzuriteServer;
import dev.rowan.testkit.server.S3Servers;
import dev.rowan.testkit.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every kind of output on real object stores: a limited run, its resume, and a run that reads the result.
class StoragesIT {
    private static final int ROWS = 30;

    @TempDir
    private Path folder;

    @Test
    void s3HoldsCompressedTextAndParquet() throws Exception {
        try (ServerProcess server = S3Servers.startAnonymousProxy()) {
            S3ReviewsIT.createBucket(server.address().resolve("/rowan"));
            var variables = Map.of("S3_ENDPOINT", server.address().toString());
            String storage = "{endpoint: \"${S3_ENDPOINT}\", anonymous: true}";
            goesOn("s3", storage, variables);
            goesOn("gs", storage, variables); // the XML API of Google is that of S3, but for headers and signatures
            pipeline("up.yaml", "csv", "rows.csv", "jsonl", "s3://nowhere/out.jsonl", storage, "");
            assertThat(RowanProgram.run(folder, variables, "run", "up.yaml").err())
                    .contains("nowhere", "bucket");
        }
    }

    @Test
    void azureHoldsCompressedTextAndParquet() throws Exception {
        assumeTrue(AzuriteServer.isAvailable(), "Azurite needs node and npm");
        try (AzuriteServer azurite = AzuriteServer.start()) {
            var variables = Map.of("AZURE_STORAGE_CONNECTION_STRING", azurite.connectionString());
            goesOn("az", "{create_container: true}", variables);
            pipeline("up.yaml", "csv", "rows.csv", "jsonl", "az://nowhere/out.jsonl", "{}", "");
            assertThat(RowanProgram.run(folder, variables, "run", "up.yaml").err())
                    .contains("nowhere", "create_container");
        }
    }

    private void goesOn(String scheme, String storage, Map<String, String> variables) throws Exception {
        Files.writeString(
                folder.resolve("rows.csv"),
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(id -> id + ",täxt " + id + "\n")
                        .collect(Collectors.joining("", "id,text\n", "")));
        String read = storage.replace("create_container: true", "");
        for (var output : Map.of(
                        "out/rows.csv.gz", "csv",
                        "out/rows.jsonl.zst", "jsonl",
                        "out/rows.parquet", "parquet",
                        "parts/rows-{n}.parquet", "parquet")
                .entrySet()) {
            String plugin = output.getValue();
            String path = scheme + "://rowan/" + scheme + "/" + output.getKey();
            boolean numbered = path.contains("{n}");
            pipeline("up.yaml", "csv", "rows.csv", plugin, path, storage, numbered ? ", rows_per_file: 8" : "");
            pipeline("down.yaml", plugin, path.replace("{n}", "*"), "jsonl", "down.jsonl", read, "");
            exits(5, variables, "run", "up.yaml", "--limit", "20");
            exits(0, variables, "resume", "latest");
            exits(1, variables, "run", "up.yaml"); // it exists
            exits(0, variables, "run", "down.yaml", "--overwrite");
            List<String> rows = Files.readAllLines(folder.resolve("down.jsonl"));
            assertThat(rows).as(path).hasSize(ROWS);
            assertThat(rows.getLast()).as(path).startsWith("{\"id\":\"30\",\"text\":\"täxt 30\"");
        }
    }

    private void pipeline(String name, String source, String from, String sink, String to, String storage, String more)
            throws Exception {
        Files.writeString(folder.resolve(name), """
                source: {plugin: %s, options: {path: "%s"%s}}
                sinks: {output: {plugin: %s, options: {path: "%s"%s%s}}}
                """.formatted(
                        source, from, storage(from, storage), sink, to, storage(to, storage), more));
    }

    private static String storage(String path, String storage) {
        return path.contains("://") ? ", storage: " + storage : "";
    }

    private void exits(int code, Map<String, String> variables, String... arguments) throws Exception {
        RowanProcess.Ended ended = RowanProgram.run(folder, variables, arguments);
        assertThat(ended.code())
                .as(String.join(" ", arguments) + "\n" + ended.out() + ended.err())
                .isEqualTo(code);
    }
}

package dev.rowan.bench.batch;

import dev.rowan.api.Sha256;
import dev.rowan.api.Time;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.batch.JobFiles;
import dev.rowan.engine.batch.settling.ResultLines;
import dev.rowan.engine.batch.submitting.RequestFile;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Ways to write the requests of one job, and to read its results. Each gives the nanoseconds that it waited
/// for the disk, and each starts from bodies in memory. Owned by one thread.
final class BatchFileWays {
    private static final String ROWAN = "rowan";
    private static final List<String> WRITERS = List.of(ROWAN, "values", "tokens", "raw");
    private static final JsonFactory JSON =
            JsonFactory.builder().rootValueSeparator("\n").build();

    private final BatchMaterial material;
    private final Path folder;
    private final int items;
    private final Time time;
    private final List<@Nullable Object> trees = new ArrayList<>();
    private String submission = "";
    private String hash = "";

    /// One way to do it.
    @FunctionalInterface
    interface Way {
        long run() throws IOException, InterruptedException;
    }

    BatchFileWays(BatchMaterial material, Path folder, int items, Time time) throws JsonException {
        this.material = material;
        this.folder = folder;
        this.items = items;
        this.time = time;
        for (int i = 0; i < material.requests().size(); i++) {
            trees.add(RowJson.readValue(material.body(i)));
        }
    }

    /// Begins with the next job, of which there are results, and no requests yet.
    void job(int number) throws IOException {
        submission = "k7mp%012d".formatted(number);
        BatchMaterial.results(results(), submission, items);
    }

    private Path results() {
        return folder.resolve("results.jsonl");
    }

    private JobFiles files(String way) {
        return new JobFiles(folder.resolve(way), 1, "openai");
    }

    private Path requests(String way) {
        return folder.resolve(way).resolve("1").resolve("openai").resolve(JobFiles.REQUESTS);
    }

    long requestBytes() throws IOException {
        return Files.size(requests(ROWAN));
    }

    long resultBytes() throws IOException {
        return Files.size(results());
    }

    /// All have written the same, and Rowan knows its hash.
    void check() throws IOException {
        for (String way : WRITERS) {
            if (!Sha256.hex(requests(way)).equals(hash)) {
                throw new IllegalStateException(way + " has written other bytes than Rowan");
            }
        }
    }

    /// As a job is planned: looks at each request, puts it into its line, hashes the file.
    long write() throws IOException {
        BatchService service = material.service();
        Path part = files(ROWAN).temporary(JobFiles.REQUESTS);
        var file = new RequestFile(service, submission, part);
        try (file) {
            for (int i = 0; i < items; i++) {
                byte[] body = material.body(i);
                if (service.refusal(body).isPresent()) {
                    throw new IllegalStateException("refused: " + service.refusal(body));
                }
                file.add(file.line(body));
            }
        }
        hash = file.hash();
        return keep(ROWAN, part);
    }

    private long keep(String way, Path part) throws IOException {
        long began = time.nanos();
        files(way).keep(part, JobFiles.REQUESTS);
        return time.nanos() - began;
    }

    /// What stands in the place of the body.
    private interface Body {
        void write(int item, JsonGenerator json);
    }

    long writeValues() throws IOException {
        return write("values", (item, json) -> value(json, trees.get(item % trees.size())));
    }

    long writeTokens() throws IOException {
        return write("tokens", (item, json) -> {
            try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), material.body(item))) {
                parser.nextToken();
                json.copyCurrentStructure(parser);
            }
        });
    }

    long writeRaw() throws IOException {
        return write(
                "raw", (item, json) -> json.writeRawValue(new String(material.body(item), StandardCharsets.UTF_8)));
    }

    private long write(String way, Body body) throws IOException {
        Path part = files(way).temporary(JobFiles.REQUESTS);
        try (OutputStream out = Files.newOutputStream(part)) {
            try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
                for (int i = 0; i < items; i++) {
                    json.writeStartObject();
                    json.writeStringProperty("custom_id", new CustomId(submission, i).text());
                    json.writeStringProperty("method", "POST");
                    json.writeStringProperty("url", "/v1/chat/completions");
                    json.writeName("body");
                    body.write(i, json);
                    json.writeEndObject();
                }
                json.writeRaw('\n');
            }
        }
        return keep(way, part);
    }

    private static void value(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case String text -> json.writeString(text);
            case Long number -> json.writeNumber(number);
            case Boolean bit -> json.writeBoolean(bit);
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(each -> value(json, each));
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                map.forEach((key, each) -> {
                    json.writeName(String.valueOf(key));
                    value(json, each);
                });
                json.writeEndObject();
            }
            default -> throw new IllegalStateException("no value of a request: " + value.getClass());
        }
    }

    /// As results are taken in: the file's hash, then each line to its item.
    long read() throws IOException, InterruptedException {
        return read(_ -> true);
    }

    /// The same, and what each answer cost.
    long readReceipts() throws IOException, InterruptedException {
        return read(reply -> material.service().receipt(reply).usage().output().isPresent());
    }

    private long read(Predicate<WireReply.Complete> good) throws IOException, InterruptedException {
        String found = Sha256.hex(results());
        var lines = new ResultLines(material.service(), submission, items);
        var taken = new int[1];
        lines.read(results(), "results", (_, result) -> {
            if (result instanceof ItemResult.Replied(var _, var reply, var _) && good.test(reply)) {
                taken[0]++;
            }
        });
        if (lines.found() != items || taken[0] != items || found.isEmpty()) {
            throw new IllegalStateException("of " + items + " results " + taken[0] + " were read");
        }
        return 0;
    }

    long readTokens() throws IOException {
        long tokens = 0;
        try (InputStream in = Files.newInputStream(results());
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), in)) {
            while (parser.nextToken() != null) {
                tokens++;
            }
        }
        if (tokens < items) {
            throw new IllegalStateException("there are only " + tokens + " tokens");
        }
        return 0;
    }
}

package dev.rowan.testkit.contract;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A provider's batch service behind a wire, such as a simulator, that can be made to misbehave. Its clock moves
/// only by [#advance].
public interface BatchProviderUnderTest extends AutoCloseable {

    /// How the provider behaves from its start.
    enum Behaviour {
        /// Batches take an hour to run, and five minutes to cancel.
        RUNS_FOR_AN_HOUR,
        /// A new batch is neither found nor listed for a minute.
        SHOWS_BATCHES_LATE,
        /// Every request is answered with status 400.
        REJECTS_EVERY_REQUEST,
        /// Of the result lines some are missing, duplicated, unknown or malformed, a fifth each.
        BROKEN_LINES
    }

    /// A documented difference to most providers.
    enum Quirk {
        /// It does not report how many requests a batch has, and how many of them succeeded and failed.
        NO_COUNTS,
        /// The model is named by the batch alone, not by each request.
        MODEL_OF_BATCH,
        /// A cancelled batch is deleted.
        CANCEL_DELETES
    }

    /// A failure of every exchange of one step.
    enum Fault {
        REPLY_LOST,
        REPLY_TRUNCATED,
        REPLY_IS_HTML,
        REPLY_IS_EMPTY,
        /// The step is executed and answered with status 500.
        DONE_WITH_STATUS_500,
        /// Nothing is executed; status 500.
        STATUS_500,
        STATUS_503,
        /// Nothing is executed; status 401.
        STATUS_401,
        /// Nothing is executed; status 429 with `Retry-After: 2`.
        STATUS_429
    }

    BatchService service();

    /// What the provider does differently.
    default Set<Quirk> quirks() {
        return Set.of();
    }

    /// The fields of a realtime request as a line of a batch has them.
    default String fields(int item) {
        String body = new String(body(item), StandardCharsets.UTF_8);
        String fields = body.substring(1, body.length() - 1);
        String model = "\"model\":\"" + service().model() + "\",";
        return quirks().contains(Quirk.MODEL_OF_BATCH) ? fields.replace(model, "") : fields;
    }

    /// The same service at an address where nothing listens.
    BatchService unreachable();

    Wire wire();

    /// A folder for files.
    Path folder();

    /// The body of a realtime request.
    byte[] body(int item);

    void failCreate(Fault fault);

    void failDownload(Fault fault);

    void advance(Duration by);

    /// Expires a batch now.
    void expire(String batchId);

    /// Deletes a batch.
    void remove(String batchId);

    /// Reports this state for a batch from now on.
    void show(String batchId, String state);

    /// The number of batches at the provider, known to its client or not.
    long batches();

    @Override
    void close() throws IOException;

    default Submission submission(String id, int count) throws IOException {
        var lines = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            lines.writeBytes(service().line(id + "-" + i, body(i)));
        }
        Path file = Files.write(folder().resolve(id + ".jsonl"), lines.toByteArray());
        return new Submission(id, "tag-" + id, file, count, Files.size(file));
    }

    default BatchReply<BatchStatus> create(Submission submission) throws InterruptedException {
        return create(submission, service());
    }

    default BatchReply<BatchStatus> create(Submission submission, BatchService service) throws InterruptedException {
        return switch (service.upload(submission, wire())) {
            case BatchReply.Done<Optional<String>>(var file, var _) -> service.create(submission, file, wire());
            case BatchReply<Optional<String>> failed -> failed.failed();
        };
    }

    default BatchStatus created(String id, int count) throws IOException, InterruptedException {
        return done(create(submission(id, count)));
    }

    default BatchStatus status(BatchStatus batch) {
        return done(service().status(batch.batchId(), wire()));
    }

    /// The results of a batch, line by line; an unreadable line is empty.
    default List<Optional<ItemResult>> results(BatchStatus ended) throws IOException {
        var results = new ArrayList<Optional<ItemResult>>();
        for (BatchStatus.ResultPart part : ended.results()) {
            Path file = folder().resolve(ended.batchId().replace('/', '_') + "-" + part.kind());
            String sha256 = done(service().download(ended, part, file, wire()));
            byte[] bytes = Files.readAllBytes(file);
            if (!Payload.of(bytes).sha256().equals(sha256)) {
                throw new AssertionError("the hash is not that of the file");
            }
            new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> service().result(line.getBytes(StandardCharsets.UTF_8)))
                    .forEach(results::add);
        }
        return results;
    }

    static <T> T done(BatchReply<T> reply) {
        if (reply instanceof BatchReply.Done<T>(T value, var _)) {
            return value;
        }
        throw new AssertionError("not done: " + reply);
    }
}

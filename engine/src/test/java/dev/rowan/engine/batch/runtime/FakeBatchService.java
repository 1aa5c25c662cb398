package dev.rowan.engine.batch.runtime;

import dev.rowan.api.Time;
import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// An in-memory batch service with exact faults. Its lines are `id|body`, its results `id|status|text`,
/// `id|expired` and `id|cancelled`. It outlives the runtimes that use it. All methods are guarded by its own
/// lock.
final class FakeBatchService implements BatchService {
    static final Usd PRICE = new Usd(1_000_000_000);

    final List<Batch> batches = new ArrayList<>();
    final List<String> files = new ArrayList<>();
    private final Time time;
    boolean tagged = true;
    int maxRequests = 1_000;
    long maxBytes = 1_000_000;
    OptionalInt createsPerHour = OptionalInt.empty();
    OptionalInt maxJobs = OptionalInt.empty();
    Duration takes = Duration.ofMinutes(30);
    Duration listLag = Duration.ZERO;
    Duration statusLag = Duration.ZERO;
    /// How each batch ends.
    Function<Batch, End> ends = batch -> new End(BatchStatus.State.COMPLETED, batch.ids.size());
    /// How many batches a creation makes, and whether its reply arrives; the first creation is 1.
    Function<Integer, Creation> creations = _ -> new Creation(1, true);
    UnaryOperator<List<String>> results = lines -> lines;
    UnaryOperator<byte[]> downloads = bytes -> bytes;
    Function<String, Optional<String>> refusals = _ -> Optional.empty();
    Function<Batch, Optional<BatchStatus>> shown = _ -> Optional.empty();
    /// Runs while the reply "no such batch" is on its way.
    Runnable notFound = () -> {};
    int creates;
    int uploads;
    int polls;
    int cancels;
    /// The number of cancels to refuse permanently although the batch runs.
    int cancelsRefused;
    int downloadsAsked;
    /// The number of downloads to answer as not found.
    int downloadsNotFound;

    FakeBatchService(Time time) {
        this.time = time;
    }

    record Creation(int made, boolean replied) {}

    /// How a batch ends, and how many of its requests were executed.
    record End(BatchStatus.State state, int done) {}

    /// A batch at the provider.
    static final class Batch {
        String id = "";
        String tag = "";
        Instant createdAt = Instant.MIN;
        Instant shownAt = Instant.MIN;
        List<String> ids = List.of();
        Optional<Instant> cancelledAt = Optional.empty();

        boolean isLive() {
            return cancelledAt.isEmpty();
        }
    }

    @Override
    public synchronized BatchLimits limits() {
        return new BatchLimits(
                "fake",
                maxRequests,
                maxBytes,
                new BigDecimal("0.5"),
                Duration.ofSeconds(60),
                Duration.ofHours(26),
                createsPerHour,
                maxJobs,
                tagged);
    }

    @Override
    public String model() {
        return "fake-1";
    }

    @Override
    public WireRequest account() {
        return new WireRequest(
                "GET",
                URI.create("https://fake.example/batches"),
                Headers.none(),
                List.of(),
                Payload.empty(),
                Duration.ofSeconds(30));
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return refusals.apply(new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        return (customId + "|" + new String(body, StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        uploads++;
        files.add("file-" + uploads);
        return done(Optional.of("file-" + uploads));
    }

    @Override
    public synchronized BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        if (file.isEmpty() || !files.contains(file.get())) {
            return new BatchReply.Gone<>("no such file");
        }
        Creation creation = creations.apply(++creates);
        Batch last = null;
        for (int i = 0; i < creation.made(); i++) {
            last = new Batch();
            last.id = "batch-" + (batches.size() + 1);
            last.tag = submission.tag();
            last.createdAt = time.instant().plusMillis(i);
            last.shownAt = last.createdAt.plus(listLag);
            last.ids = ids(submission.requests());
            batches.add(last);
        }
        return creation.replied() && last != null ? done(status(last)) : new BatchReply.Lost<>("as told");
    }

    private static List<String> ids(Path requests) {
        try {
            return Files.readAllLines(requests).stream()
                    .map(line -> line.substring(0, line.indexOf('|')))
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public synchronized BatchReply<BatchStatus> status(String batchId, Wire wire) {
        polls++;
        Optional<Batch> batch = find(batchId);
        if (batch.isEmpty() || time.instant().isBefore(batch.get().createdAt.plus(statusLag))) {
            notFound.run();
            return new BatchReply.Gone<>("no such batch");
        }
        return done(shown.apply(batch.get()).orElseGet(() -> status(batch.get())));
    }

    synchronized Optional<Batch> find(String batchId) {
        return batches.stream().filter(each -> each.id.equals(batchId)).findFirst();
    }

    BatchStatus status(Batch batch) {
        End end = end(batch);
        BatchStatus.State state = state(batch, end);
        int done = state.isEnd() ? end.done() : 0;
        boolean failed = state == BatchStatus.State.FAILED;
        return new BatchStatus(
                batch.id,
                state,
                state.name(),
                tagged ? Optional.of(batch.tag) : Optional.empty(),
                Optional.of(batch.createdAt),
                Optional.of(batch.createdAt.plus(Duration.ofHours(24))),
                OptionalInt.of(batch.ids.size()),
                Optional.of(new BatchStatus.Counts(done, 0, batch.ids.size() - done)),
                state.isEnd() && !failed
                        ? List.of(new ResultPart(ResultPart.Kind.RESULTS, "results-of-" + batch.id))
                        : List.of(),
                failed ? List.of(new BatchStatus.Problem(problem, "as told", OptionalInt.of(1))) : List.of());
    }

    String problem = "invalid_request";

    private End end(Batch batch) {
        End end = ends.apply(batch);
        return batch.cancelledAt.isPresent()
                ? new End(BatchStatus.State.CANCELLED, Math.min(end.done(), batch.ids.size() / 2))
                : end;
    }

    private BatchStatus.State state(Batch batch, End end) {
        Instant now = time.instant();
        if (batch.cancelledAt.isPresent()) {
            return now.isBefore(batch.cancelledAt.get().plus(Duration.ofMinutes(1)))
                    ? BatchStatus.State.CANCELLING
                    : BatchStatus.State.CANCELLED;
        }
        return now.isBefore(batch.createdAt.plus(takes)) ? BatchStatus.State.RUNNING : end.state();
    }

    @Override
    public synchronized BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        int from = next.map(Integer::parseInt).orElse(0);
        List<BatchStatus> seen = batches.stream()
                .filter(batch -> !time.instant().isBefore(batch.shownAt))
                .sorted(Comparator.comparing((Batch batch) -> batch.createdAt).reversed())
                .map(this::status)
                .toList();
        int to = Math.min(seen.size(), from + 2);
        return done(new BatchPage(
                seen.subList(from, to), to < seen.size() ? Optional.of(Integer.toString(to)) : Optional.empty()));
    }

    @Override
    public synchronized BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        cancels++;
        Optional<Batch> batch = find(batchId);
        if (batch.isEmpty() || time.instant().isBefore(batch.get().createdAt.plus(statusLag))) {
            return new BatchReply.Gone<>("no such batch");
        }
        if (cancels <= cancelsRefused) {
            return new BatchReply.Refused<>(403, Disposition.INVALID, Optional.empty(), "not allowed");
        }
        if (status(batch.get()).state().isEnd()) {
            return new BatchReply.Refused<>(409, Disposition.INVALID, Optional.empty(), "it has ended");
        }
        if (batch.get().cancelledAt.isEmpty()) {
            batch.get().cancelledAt = Optional.of(time.instant());
        }
        return done(status(batch.get()));
    }

    @Override
    public synchronized BatchReply<String> download(BatchStatus ended, ResultPart part, Path into, Wire wire) {
        downloadsAsked++;
        if (downloadsAsked <= downloadsNotFound) {
            return new BatchReply.Gone<>("no such results");
        }
        Batch batch = find(part.ref().substring("results-of-".length())).orElseThrow();
        byte[] whole = content(batch);
        byte[] given = downloads.apply(whole);
        try {
            Files.write(into, given);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return given.length < whole.length && !Arrays.equals(given, whole) && cutIsSeen
                ? new BatchReply.Lost<>("cut")
                : done(Payload.of(given).sha256());
    }

    /// Whether a truncated download is reported as such.
    boolean cutIsSeen = true;

    private byte[] content(Batch batch) {
        End end = end(batch);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < batch.ids.size(); i++) {
            String id = batch.ids.get(i);
            lines.add(
                    i < end.done()
                            ? id + "|200|answer"
                            : id + (end.state() == BatchStatus.State.CANCELLED ? "|cancelled" : "|expired"));
        }
        return (String.join("\n", results.apply(lines)) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized BatchReply<Optional<String>> delete(String file, Wire wire) {
        return files.remove(file) ? done(Optional.empty()) : new BatchReply.Gone<>("no such file");
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        String[] parts = new String(line, StandardCharsets.UTF_8).split("\\|", -1);
        if (parts.length == 2 && parts[1].equals("expired")) {
            return Optional.of(new ItemResult.NotExecuted(parts[0], ItemResult.NotExecutedCause.EXPIRED, ""));
        }
        if (parts.length == 2 && parts[1].equals("cancelled")) {
            return Optional.of(new ItemResult.NotExecuted(parts[0], ItemResult.NotExecutedCause.CANCELLED, ""));
        }
        if (parts.length != 3 || !parts[1].matches("[0-9]{3}")) {
            return Optional.empty();
        }
        Payload body = Payload.utf8(parts[2]);
        return Optional.of(new ItemResult.Replied(
                parts[0],
                new WireReply.Complete(
                        Integer.parseInt(parts[1]),
                        Headers.none(),
                        body,
                        Optional.empty(),
                        new Timings(Optional.empty(), Optional.empty(), Duration.ZERO)),
                true));
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return switch (reply.status()) {
            case 200 -> Receipt.answered(Usage.unknown(), Optional.of(PRICE), Optional.empty());
            case 429 -> Receipt.refused(Disposition.CAPACITY, Optional.empty(), Optional.empty(), "no room");
            case 500 -> Receipt.refused(Disposition.RETRYABLE, Optional.empty(), Optional.empty(), "a fault");
            default -> Receipt.refused(Disposition.INVALID, Optional.empty(), Optional.empty(), "refused");
        };
    }

    private static <T> BatchReply<T> done(T value) {
        return new BatchReply.Done<>(value, Optional.empty());
    }
}

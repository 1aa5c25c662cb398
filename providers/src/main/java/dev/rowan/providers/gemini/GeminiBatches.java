package dev.rowan.providers.gemini;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.service.BatchStep;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Batches of the Gemini Developer API. Requests of up to 20 MB are inlined in the create request, and their
/// responses in the operation; larger ones use files. A batch that expires or is cancelled has no results.
public final class GeminiBatches implements BatchService {
    private static final BatchLimits TERMS = new BatchLimits(
            "gemini",
            200_000,
            2_000_000_000L,
            new BigDecimal("0.5"),
            Duration.ofSeconds(30),
            Duration.ofHours(50),
            OptionalInt.empty(),
            OptionalInt.of(100),
            true);

    /// More than any known file of results.
    private static final long MAX_RESULTS = 16L << 30;

    private static final BatchStep MAKES = new BatchStep(true, BatchErrors::read);
    private static final BatchStep ASKS = new BatchStep(false, BatchErrors::read);

    private final GeminiRequests requests;
    private final Operations operations;
    private final String model;
    private final ReplyReader receipts;

    public GeminiBatches(ChatEndpoint endpoint, String model, ReplyReader receipts) {
        this.requests = new GeminiRequests(endpoint);
        this.operations = new Operations(ASKS, MAX_RESULTS);
        this.model = model;
        this.receipts = receipts;
    }

    @Override
    public BatchLimits limits() {
        return TERMS;
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public WireRequest account() {
        return requests.get(path("batches") + "?pageSize=1");
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return BatchLint.refusal(body, model);
    }

    /// The line for a request file; inline requests are converted.
    @Override
    public byte[] line(String customId, byte[] body) {
        return InlineRequests.LINE.format(customId, body);
    }

    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        return InlineRequests.fit(submission)
                ? new BatchReply.Done<>(Optional.empty(), Optional.empty())
                : new FileUpload(requests, MAKES).send(submission, wire);
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        WireReply reply;
        if (file.isPresent()) {
            reply = wire.exchange(requests.postJson(createPath(), byFile(submission.tag(), file.get())));
        } else {
            try (var copy = Scratch.beside(submission.requests())) {
                var body = InlineRequests.body(submission, copy.file());
                reply = wire.transfer(
                        new Transfer(requests.postLarge(createPath()), Optional.of(body), Optional.empty(), 0));
            } catch (IOException e) {
                return new BatchReply.NotSent<>("cannot prepare the requests: " + e.getMessage(), false);
            }
        }
        return MAKES.reply(reply, OperationReader::status);
    }

    private static Payload byFile(String tag, String file) {
        var batch = new LinkedHashMap<String, Object>();
        batch.put("displayName", tag);
        batch.put("inputConfig", Map.of("fileName", file));
        return Payload.of(RowJson.writeValue(Map.of("batch", batch)));
    }

    private String createPath() {
        return path("models/" + ChatEndpoint.part(model) + ":batchGenerateContent");
    }

    private String path(String rest) {
        return "/" + requests.version() + "/" + rest;
    }

    /// The path of a batch or a file; an invalid name becomes one that is not found.
    private String named(String name) {
        return path(OperationReader.isBatch(name) || OperationReader.isFile(name) ? name : ChatEndpoint.part(name));
    }

    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        return operations.ask(requests.get(named(batchId)), OperationReader::status, wire);
    }

    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        String query = "?pageSize=50"
                + next.map(token -> "&pageToken=" + ChatEndpoint.part(token)).orElse("");
        return operations.ask(requests.get(path("batches") + query), body -> OperationReader.page(body, next), wire);
    }

    /// The reply to a cancel is empty, so the status is requested afterwards.
    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        BatchReply<Boolean> cancelled = ASKS.replied(
                wire.exchange(requests.postJson(named(batchId) + ":cancel", Payload.empty())), _ -> Optional.of(true));
        return cancelled instanceof BatchReply.Done<Boolean> ? status(batchId, wire) : cancelled.failed();
    }

    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        if (part.ref().equals(OperationReader.INLINE)) {
            return operations.responses(requests.getLarge(named(ended.batchId())), into, wire);
        }
        WireRequest request = requests.getLarge("/download" + named(part.ref()) + ":download?alt=media");
        WireReply reply = wire.transfer(new Transfer(request, Optional.empty(), Optional.of(into), MAX_RESULTS));
        return BatchErrors.ofFile(ASKS.replied(reply, WireReply.Complete::filed));
    }

    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        WireRequest request = requests.of("DELETE", named(file), Headers.none(), Payload.empty());
        return BatchErrors.ofFile(ASKS.replied(wire.exchange(request), _ -> Optional.of(Optional.empty())));
    }

    /// Results without a file are deleted with the batch, like its requests.
    @Override
    public BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return delete(ref.equals(OperationReader.INLINE) ? batchId : ref, wire);
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return ItemLine.read(line);
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }
}

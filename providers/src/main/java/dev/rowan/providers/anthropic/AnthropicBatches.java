package dev.rowan.providers.anthropic;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.FileBody;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.service.BatchStep;
import dev.rowan.providers.service.LineEnvelope;
import dev.rowan.providers.service.StepTime;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Anthropic's Message Batches API: all requests in one body, one file of results. A batch has no name and no tag,
/// and an invalid request is reported only in its result.
public final class AnthropicBatches implements BatchService {
    private static final String PATH = "/v1/messages/batches";
    private static final int PAGE = 100;

    /// More than any known file of results.
    private static final long MAX_RESULTS = 8L << 30;

    private static final Payload BEFORE = Payload.utf8("{\"requests\":[");
    private static final Payload AFTER = Payload.utf8("]}");

    /// 256 MB, less the envelope.
    private static final long MAX_BYTES = 256_000_000L - 1_000;

    private static final BatchLimits TERMS = new BatchLimits(
            "anthropic",
            100_000,
            MAX_BYTES,
            new BigDecimal("0.5"),
            Duration.ofSeconds(60),
            Duration.ofHours(26),
            OptionalInt.empty(),
            OptionalInt.empty(),
            false);

    private static final BatchStep MAKES = new BatchStep(true, MessageReader::refusal);
    private static final BatchStep ASKS = new BatchStep(false, MessageReader::refusal);
    private static final LineEnvelope LINE = new LineEnvelope("{\"custom_id\":\"", "\",\"params\":", "}");

    private final ChatEndpoint endpoint;
    private final String model;
    private final ReplyReader receipts;
    private final String version;

    public AnthropicBatches(ChatEndpoint endpoint, String model, ReplyReader receipts) {
        this.endpoint = endpoint;
        this.model = model;
        this.receipts = receipts;
        this.version = endpoint.apiVersion().orElse(AnthropicMessages.VERSION);
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
        return request("GET", "?limit=1");
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return new BatchLint(model, version).refusal(body);
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        return LINE.format(customId, body);
    }

    /// No such request: the requests are sent with the create.
    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        return new BatchReply.Done<>(Optional.empty(), Optional.empty());
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        var body = new FileBody(BEFORE, submission.requests(), AFTER, FileBody.Lines.JOINED);
        WireReply reply = wire.transfer(
                new Transfer(request("POST", "", StepTime.TRANSFER), Optional.of(body), Optional.empty(), 0));
        return MAKES.reply(reply, BatchReader::status);
    }

    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        return ASKS.reply(wire.exchange(request("GET", "/" + ChatEndpoint.part(batchId))), BatchReader::status);
    }

    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        String query = "?limit=" + PAGE
                + next.map(after -> "&after_id=" + ChatEndpoint.part(after)).orElse("");
        return ASKS.reply(wire.exchange(request("GET", query)), body -> BatchReader.page(body, next));
    }

    /// A batch that has ended meanwhile cannot be cancelled; then its status is returned.
    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        BatchReply<BatchStatus> cancelled = ASKS.reply(
                wire.exchange(request("POST", "/" + ChatEndpoint.part(batchId) + "/cancel")), BatchReader::status);
        return BatchStep.orEnded(cancelled, () -> status(batchId, wire));
    }

    /// By the batch's own id: the URL in the service's reply may have another host.
    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        WireRequest request = request("GET", "/" + ChatEndpoint.part(part.ref()) + "/results", StepTime.TRANSFER);
        WireReply reply = wire.transfer(new Transfer(request, Optional.empty(), Optional.of(into), MAX_RESULTS));
        return ASKS.replied(reply, WireReply.Complete::filed);
    }

    /// Nothing was uploaded, so there is nothing to delete.
    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        return new BatchReply.Done<>(Optional.empty(), Optional.empty());
    }

    /// A batch is deleted with its requests and results.
    @Override
    public BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return ASKS.replied(
                wire.exchange(request("DELETE", "/" + ChatEndpoint.part(batchId))), _ -> Optional.of(Optional.empty()));
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return BatchResult.read(line);
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }

    private WireRequest request(String method, String rest) {
        return request(method, rest, StepTime.STEP);
    }

    /// The API version is always sent.
    private WireRequest request(String method, String rest, StepTime time) {
        Headers headers = Headers.of("anthropic-version", version);
        return endpoint.extended(new WireRequest(
                method,
                URI.create(endpoint.at(PATH) + rest),
                method.equals("POST") ? headers.with("Content-Type", "application/json") : headers,
                List.of(endpoint.header("x-api-key")),
                Payload.empty(),
                time.at(endpoint)));
    }
}

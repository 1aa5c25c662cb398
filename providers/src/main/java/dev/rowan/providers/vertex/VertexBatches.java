package dev.rowan.providers.vertex;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.gemini.GeminiErrors;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchStep;
import dev.rowan.providers.service.JobRequests;
import dev.rowan.providers.service.UnorderedPages;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Batch prediction jobs of Vertex AI, with requests and results in Google Cloud Storage.
public final class VertexBatches implements BatchService {
    private static final String JOBS = "/batchPredictionJobs";
    private static final String RESULTS = ".jsonl";
    private static final String OURS = "labels." + PredictionJob.TAG + ":*";
    private static final BatchStep MAKES = new BatchStep(true, GeminiErrors::read);
    private static final BatchStep ASKS = new BatchStep(false, GeminiErrors::read);

    private final JobRequests requests;
    private final BatchBucket bucket;
    private final VertexForm form;
    private final String model;
    private final ReplyReader receipts;

    public VertexBatches(
            ChatEndpoint endpoint,
            VertexLocation location,
            BatchBucket bucket,
            VertexForm form,
            String model,
            ReplyReader receipts) {
        this.requests = new JobRequests(endpoint, location.path() + JOBS);
        this.bucket = bucket;
        this.form = form;
        this.model = model;
        this.receipts = receipts;
    }

    @Override
    public BatchLimits limits() {
        return form.limits();
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public WireRequest account() {
        return requests.get("?pageSize=1");
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return form.refusal(body);
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        return form.line(customId, body);
    }

    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        return bucket.upload(submission, wire);
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        var body = new LinkedHashMap<String, Object>();
        body.put("displayName", submission.tag());
        body.put("model", form.model(model));
        var input = new LinkedHashMap<String, Object>();
        input.put("instancesFormat", "jsonl");
        input.put("gcsSource", Map.of("uris", List.of(file.orElseThrow())));
        body.put("inputConfig", input);
        var output = new LinkedHashMap<String, Object>();
        output.put("predictionsFormat", "jsonl");
        output.put(
                "gcsDestination",
                Map.of("outputUriPrefix", bucket.address().uri(bucket.folder(submission) + "results")));
        body.put("outputConfig", output);
        body.put("labels", Map.of(PredictionJob.TAG, submission.tag()));
        return MAKES.reply(wire.exchange(requests.post("", body)), this::read);
    }

    private Optional<BatchStatus> read(JsonTree body) {
        return PredictionJob.status(body, bucket.address());
    }

    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        return ASKS.reply(wire.exchange(requests.get(named(batchId))), this::read);
    }

    private static String named(String batchId) {
        return "/" + ChatEndpoint.part(batchId);
    }

    /// All jobs with our label: the order of the service's list is not documented.
    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        return UnorderedPages.newestFirst(next, token -> {
            String query = "?filter=" + PercentEncoding.value(OURS) + "&pageSize=100"
                    + token.map(text -> "&pageToken=" + PercentEncoding.value(text))
                            .orElse("");
            return ASKS.reply(wire.exchange(requests.get(query)), this::page);
        });
    }

    private Optional<BatchPage> page(JsonTree body) {
        return body.isObject()
                ? Optional.of(new BatchPage(
                        body.at("batchPredictionJobs").items().stream()
                                .flatMap(job -> read(job).stream())
                                .toList(),
                        body.at("nextPageToken").text().filter(text -> !text.isEmpty())))
                : Optional.empty();
    }

    /// The reply to a cancel is empty, so the status is requested afterwards. A job that has ended cannot be cancelled.
    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        BatchReply<Boolean> cancelled = ASKS.replied(
                wire.exchange(requests.post(named(batchId) + ":cancel", Payload.utf8("{}"))), _ -> Optional.of(true));
        return cancelled instanceof BatchReply.Done<Boolean>
                ? status(batchId, wire)
                : BatchStep.orEnded(cancelled.failed(), () -> status(batchId, wire));
    }

    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        return bucket.download(part.ref(), RESULTS, into, wire);
    }

    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        return bucket.deleteUri(file, wire);
    }

    @Override
    public BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return ref.equals(batchId)
                ? ASKS.replied(wire.exchange(requests.delete(named(batchId))), _ -> Optional.of(Optional.empty()))
                : bucket.deleteAll(ref, wire);
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return PredictionLine.read(line);
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }
}

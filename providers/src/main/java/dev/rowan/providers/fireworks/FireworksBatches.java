package dev.rowan.providers.fireworks;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.State;
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
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.openai.LineBody;
import dev.rowan.providers.openai.OpenAiErrors;
import dev.rowan.providers.openai.UploadForm;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.service.BatchStep;
import dev.rowan.providers.service.JobRequests;
import dev.rowan.providers.service.JoinedFile;
import dev.rowan.providers.service.StepTime;
import dev.rowan.providers.service.UnorderedPages;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Batch inference of Fireworks, with requests and results in datasets of an account. The ids of jobs and datasets
/// follow from the submission, so that each exists once, however often its creation is sent.
///
/// A job can be stopped only by deleting it.
public final class FireworksBatches implements BatchService {
    /// The size is that of a file that is uploaded in one request.
    public static final BatchLimits LIMITS = new BatchLimits(
            "fireworks",
            100_000,
            150_000_000,
            new BigDecimal("0.5"),
            Duration.ofMinutes(1),
            Duration.ofHours(26),
            OptionalInt.empty(),
            OptionalInt.empty(),
            true,
            1,
            false);

    private static final String JOBS = "/batchInferenceJobs";
    private static final String DATASETS = "/datasets";
    private static final String READY = "READY";
    private static final long MAX_RESULTS = 8L << 30;
    private static final BatchStep MAKES = new BatchStep(true, OpenAiErrors::read);
    private static final BatchStep ASKS = new BatchStep(false, OpenAiErrors::read);

    /// A signed URL expires after minutes; a repeated download has another.
    private static final BatchStep FETCHES = BatchStep.reading(
            false, reply -> Rejection.of(Rejection.Kind.RETRYABLE, reply.status(), Optional.empty(), Optional.empty()));

    private final ChatEndpoint endpoint;
    private final JobRequests requests;
    private final String account;
    private final String model;
    private final RequestLine requestLine;
    private final ReplyReader receipts;

    public FireworksBatches(ChatEndpoint endpoint, String account, String model, ReplyReader receipts) {
        this.endpoint = endpoint;
        this.requests =
                new JobRequests(endpoint.at(control(endpoint.base())), "/accounts/" + ChatEndpoint.part(account));
        this.account = account;
        this.model = model;
        this.requestLine = new RequestLine(model);
        this.receipts = receipts;
    }

    /// Models are below `/inference/v1`, accounts below `/v1`.
    private static URI control(URI base) {
        return URI.create(base.toString().replaceFirst("/inference/v1/?$", "/v1"));
    }

    @Override
    public BatchLimits limits() {
        return LIMITS;
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public WireRequest account() {
        return requests.get(JOBS + "?pageSize=1");
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return LineBody.of(body, "messages").refusal(model, true);
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        return requestLine.format(customId, body);
    }

    /// A dataset that is ready has the requests: its id is that of no other submission.
    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        UploadForm form;
        try {
            form = UploadForm.of(submission.id(), submission.requests());
        } catch (IOException broken) {
            return new BatchReply.NotSent<>("the request file cannot be read: " + broken, false);
        }
        String dataset = submission.tag() + "-requests";
        BatchReply<String> made = makeDataset(dataset, submission.count(), wire);
        boolean existed = isConflict(made);
        if (!existed && !(made instanceof BatchReply.Done<String>)) {
            return made.failed();
        }
        if (existed && isReady(dataset, wire)) {
            return new BatchReply.Done<>(Optional.of(dataset), Optional.empty());
        }
        WireRequest request = requests.upload(dataset(dataset) + ":upload", form.contentType());
        BatchReply<Boolean> sent = MAKES.reply(
                wire.transfer(new Transfer(request, Optional.of(form.body()), Optional.empty(), 0)),
                body -> body.isObject() ? Optional.of(true) : Optional.empty());
        boolean isUploaded = sent instanceof BatchReply.Done<Boolean>
                || (sent instanceof BatchReply.Refused<Boolean> && isReady(dataset, wire));
        return isUploaded ? new BatchReply.Done<>(Optional.of(dataset), Optional.empty()) : sent.failed();
    }

    private BatchReply<String> makeDataset(String dataset, int count, Wire wire) {
        var content = new LinkedHashMap<String, Object>();
        content.put("userUploaded", Map.of());
        content.put("exampleCount", Integer.toString(count));
        var body = new LinkedHashMap<String, Object>();
        body.put("datasetId", dataset);
        body.put("dataset", content);
        return MAKES.reply(
                wire.exchange(requests.post(DATASETS, body)),
                made -> made.at("name").text());
    }

    private static boolean isConflict(BatchReply<?> reply) {
        return reply instanceof BatchReply.Refused<?> refused && refused.status() == 409;
    }

    private boolean isReady(String dataset, Wire wire) {
        return datasetState(dataset, wire) instanceof BatchReply.Done<String>(var state, var _) && state.equals(READY);
    }

    private BatchReply<String> datasetState(String dataset, Wire wire) {
        return ASKS.reply(
                wire.exchange(requests.get(dataset(dataset))),
                body -> body.at("state").text());
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        String input = file.orElseThrow();
        Optional<BatchReply<BatchStatus>> unready = unready(input, wire);
        if (unready.isPresent()) {
            return unready.get();
        }
        String id = submission.tag() + (submission.earlier() == 0 ? "" : "-" + submission.earlier());
        var body = new LinkedHashMap<String, Object>();
        body.put("displayName", submission.tag());
        body.put("model", model);
        body.put("inputDatasetId", resource(input));
        body.put("outputDatasetId", resource(id + "-results"));
        BatchReply<BatchStatus> made = MAKES.reply(
                wire.exchange(requests.post(JOBS + "?batchInferenceJobId=" + ChatEndpoint.part(id), body)),
                InferenceJob::status);
        return isConflict(made) && status(id, wire) instanceof BatchReply.Done<BatchStatus> earlier ? earlier : made;
    }

    /// Why a job cannot be created from the dataset yet, or ever. In any case, no job was created.
    private Optional<BatchReply<BatchStatus>> unready(String dataset, Wire wire) {
        return switch (datasetState(dataset, wire)) {
            case BatchReply.Done<String>(var state, var _) ->
                state.equals(READY)
                        ? Optional.empty()
                        : Optional.of(new BatchReply.Refused<>(
                                200,
                                Receipt.Disposition.RETRYABLE,
                                Optional.empty(),
                                "the dataset " + dataset + " is not ready: " + state));
            case BatchReply.Lost<String>(var why) -> Optional.of(new BatchReply.NotSent<>(why, true));
            case BatchReply<String> failed -> Optional.of(failed.failed());
        };
    }

    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        return ASKS.reply(wire.exchange(requests.get(job(batchId))), InferenceJob::status);
    }

    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        return UnorderedPages.newestFirst(next, token -> {
            String query = "?pageSize=200"
                    + token.map(text -> "&pageToken=" + ChatEndpoint.part(text)).orElse("");
            return ASKS.reply(wire.exchange(requests.get(JOBS + query)), InferenceJob::page);
        });
    }

    /// Deletes a running job. One that has ended keeps its results.
    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        BatchReply<BatchStatus> now = status(batchId, wire);
        if (!(now instanceof BatchReply.Done<BatchStatus>(var job, var _))
                || job.state().isEnd()
                || job.state() == State.CANCELLING) {
            return now;
        }
        BatchReply<Optional<String>> deleted = deleted(job(batchId), wire);
        return deleted instanceof BatchReply.Done<Optional<String>>
                ? new BatchReply.Done<>(InferenceJob.deleting(job), Optional.empty())
                : deleted.failed();
    }

    /// All files of the dataset, results and errors, from the signed URLs of their storage, which gets no key.
    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        BatchReply<List<URI>> listed = ASKS.reply(
                wire.exchange(requests.get(dataset(part.ref()) + ":getDownloadEndpoint")), FireworksBatches::files);
        if (!(listed instanceof BatchReply.Done<List<URI>>(var files, var _))) {
            return listed.failed();
        }
        return files.isEmpty()
                ? new BatchReply.Gone<>("the dataset " + part.ref() + " has no files")
                : JoinedFile.download(files.stream().map(this::signed).toList(), FETCHES, MAX_RESULTS, into, wire);
    }

    private WireRequest signed(URI file) {
        return new WireRequest("GET", file, Headers.none(), List.of(), Payload.empty(), StepTime.TRANSFER.at(endpoint));
    }

    /// The files by their names. An unusable address makes the whole reply unusable.
    private static Optional<List<URI>> files(JsonTree body) {
        if (!(body.at("filenameToSignedUrls").value() instanceof Map<?, ?> urls)) {
            return Optional.empty();
        }
        var files = new ArrayList<URI>();
        try {
            urls.entrySet().stream()
                    .sorted((a, b) -> String.valueOf(a.getKey()).compareTo(String.valueOf(b.getKey())))
                    .forEach(entry -> files.add(URI.create(String.valueOf(entry.getValue()))));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        return files.stream().allMatch(uri -> uri.getHost() != null) ? Optional.of(files) : Optional.empty();
    }

    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        return deleted(dataset(file), wire);
    }

    @Override
    public BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return deleted(ref.equals(batchId) ? job(batchId) : dataset(ref), wire);
    }

    private BatchReply<Optional<String>> deleted(String path, Wire wire) {
        return ASKS.replied(wire.exchange(requests.delete(path)), _ -> Optional.of(Optional.empty()));
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return DatasetResult.read(line);
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }

    private static String job(String id) {
        return JOBS + "/" + ChatEndpoint.part(id);
    }

    private static String dataset(String id) {
        return DATASETS + "/" + ChatEndpoint.part(id);
    }

    private String resource(String dataset) {
        return "accounts/" + account + DATASETS + "/" + dataset;
    }
}

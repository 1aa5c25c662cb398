package dev.rowan.providers.bedrock;

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
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.service.BatchStep;
import dev.rowan.providers.service.JobRequests;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Batch inference on Bedrock, with requests and results in S3. A job is created once for a token, so that a creation
/// whose reply was lost can be repeated.
public final class BedrockBatches implements BatchService {
    /// The minimum differs by model and account and is often 100.
    public static final BatchLimits TERMS = new BatchLimits(
            "bedrock",
            50_000,
            1_000_000_000L,
            new BigDecimal("0.5"),
            Duration.ofMinutes(1),
            Duration.ofHours(26),
            OptionalInt.empty(),
            OptionalInt.empty(),
            true,
            100,
            true);

    private static final int HOURS = 24;
    private static final String JOB = "/model-invocation-job";
    private static final String RESULTS = ".jsonl.out";
    private static final String MANIFEST = "manifest.json.out";
    private static final BatchStep MAKES = BatchStep.reading(true, BedrockBatches::rejection);
    private static final BatchStep ASKS = BatchStep.reading(false, BedrockBatches::rejection);

    private final JobRequests requests;
    private final BatchBucket bucket;
    private final String role;
    private final String model;
    private final ReplyReader receipts;

    public BedrockBatches(ChatEndpoint endpoint, BatchBucket bucket, String role, String model, ReplyReader receipts) {
        this.requests = new JobRequests(endpoint.at(control(endpoint.base())), JOB);
        this.bucket = bucket;
        this.role = role;
        this.model = model;
        this.receipts = receipts;
    }

    /// Models and jobs are at different hosts of AWS, elsewhere at one.
    private static URI control(URI base) {
        return URI.create(base.toString().replaceFirst("//bedrock-runtime([.-])", "//bedrock$1"));
    }

    private static Rejection rejection(WireReply.Complete reply) {
        return ConverseReader.rejection(reply, JsonTree.parse(reply.body()).orElse(new JsonTree(null)));
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
        return requests.get("s?maxResults=1");
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return RecordLine.refusal(body);
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        return RecordLine.REQUEST.format(customId, body);
    }

    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        return bucket.upload(submission, wire);
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        var body = new LinkedHashMap<String, Object>();
        body.put("jobName", InvocationJob.name(submission.tag(), submission.earlier()));
        body.put("clientRequestToken", submission.tag() + "-" + submission.earlier());
        body.put("modelId", model);
        body.put("roleArn", role);
        body.put("modelInvocationType", "Converse");
        var input = new LinkedHashMap<String, Object>();
        input.put("s3InputFormat", "JSONL");
        input.put("s3Uri", file.orElseThrow());
        body.put("inputDataConfig", Map.of("s3InputDataConfig", input));
        String results = bucket.address().uri(bucket.folder(submission) + "results/");
        body.put("outputDataConfig", Map.of("s3OutputDataConfig", Map.of("s3Uri", results)));
        body.put("timeoutDurationInHours", HOURS);
        WireReply reply = wire.exchange(requests.post("", body));
        return MAKES.replied(reply, complete -> created(complete, submission.tag()));
    }

    /// The reply has nothing but the ARN; the time is that of the reply.
    private static Optional<BatchStatus> created(WireReply.Complete reply, String tag) {
        return JsonTree.parse(reply.body())
                .flatMap(InvocationJob::id)
                .map(id -> new InvocationJob(
                                id,
                                BatchStatus.State.RUNNING,
                                "Submitted",
                                "",
                                Optional.of(tag),
                                reply.headers().first("date").flatMap(BedrockBatches::date),
                                Optional.empty(),
                                Optional.empty())
                        .status());
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// A job that has ended is completed by what is in the bucket.
    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        BatchReply<InvocationJob> asked =
                ASKS.reply(wire.exchange(requests.get("/" + ChatEndpoint.part(batchId))), InvocationJob::read);
        if (!(asked instanceof BatchReply.Done<InvocationJob>(var job, var id))) {
            return asked.failed();
        }
        return job.state().isEnd() ? ended(job, wire) : new BatchReply.Done<>(job.status(), id);
    }

    private BatchReply<BatchStatus> ended(InvocationJob job, Wire wire) {
        Optional<String> folder = job.output()
                .flatMap(bucket.address()::key)
                .map(key -> (key.isEmpty() || key.endsWith("/") ? key : key + "/") + job.id() + "/");
        if (folder.isEmpty()) {
            return new BatchReply.Done<>(job.ended(Optional.empty(), Optional.empty()), Optional.empty());
        }
        BatchReply<List<String>> listed = bucket.list(folder.get(), wire);
        if (!(listed instanceof BatchReply.Done<List<String>>(var keys, var _))) {
            return listed.failed();
        }
        Optional<JsonTree> manifest = Optional.empty();
        Optional<String> key =
                keys.stream().filter(name -> name.endsWith(MANIFEST)).findFirst();
        if (key.isPresent()) {
            BatchReply<Payload> read = bucket.get(key.get(), wire);
            if (!(read instanceof BatchReply.Done<Payload>(var body, var _))) {
                return read.failed();
            }
            manifest = JsonTree.parse(body);
        }
        boolean hasResults = keys.stream().anyMatch(name -> name.endsWith(RESULTS));
        return new BatchReply.Done<>(job.ended(folder.filter(_ -> hasResults), manifest), Optional.empty());
    }

    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        String query = "?maxResults=100"
                + next.map(token -> "&nextToken=" + PercentEncoding.value(token))
                        .orElse("")
                + "&sortBy=CreationTime&sortOrder=Descending";
        return ASKS.reply(wire.exchange(requests.get("s" + query)), body -> page(body, next));
    }

    private static Optional<BatchPage> page(JsonTree body, Optional<String> token) {
        return body.isObject()
                ? Optional.of(new BatchPage(
                        body.at("invocationJobSummaries").items().stream()
                                .flatMap(job -> InvocationJob.read(job).stream())
                                .map(InvocationJob::status)
                                .toList(),
                        body.at("nextToken")
                                .text()
                                .filter(next -> !next.isEmpty() && !token.equals(Optional.of(next)))))
                : Optional.empty();
    }

    /// A job that has ended cannot be stopped; then its status is returned.
    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        BatchReply<Boolean> stopped = ASKS.replied(
                wire.exchange(requests.post("/" + ChatEndpoint.part(batchId) + "/stop", Payload.empty())),
                _ -> Optional.of(true));
        return stopped instanceof BatchReply.Done<Boolean>
                ? status(batchId, wire)
                : BatchStep.orEnded(stopped.failed(), () -> status(batchId, wire));
    }

    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        return bucket.download(part.ref(), RESULTS, into, wire);
    }

    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        return bucket.deleteUri(file, wire);
    }

    /// The job itself stays: Bedrock has no call that deletes it.
    @Override
    public BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return ref.equals(batchId)
                ? new BatchReply.NotSent<>("jobs of bedrock cannot be deleted", false)
                : bucket.deleteAll(ref, wire);
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return RecordLine.read(line);
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }
}

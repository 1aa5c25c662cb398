package dev.rowan.providers.openai;

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
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Batches of OpenAI and Azure: a request file is uploaded, a batch created from it, and two files returned,
/// results and errors.
public final class OpenAiBatches implements BatchService {
    /// More than any known file of results.
    private static final long MOST_RESULTS = 8L << 30;

    private static final BatchStep MAKES = new BatchStep(true, BatchErrors::read);
    private static final BatchStep ASKS = new BatchStep(false, BatchErrors::read);

    private final String model;
    private final ReplyReader receipts;
    private final BatchDialect dialect;
    private final BatchRequests requests;
    private final RequestLine requestLine;

    public OpenAiBatches(ChatEndpoint endpoint, String model, ReplyReader receipts, BatchDialect dialect) {
        this.model = model;
        this.receipts = receipts;
        this.dialect = dialect;
        this.requests = new BatchRequests(endpoint, dialect);
        this.requestLine = new RequestLine(dialect, model);
    }

    @Override
    public BatchLimits limits() {
        return dialect.terms();
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public WireRequest account() {
        return requests.get(dialect.form().path(), dialect.form().probe());
    }

    @Override
    public Optional<String> refusal(byte[] body) {
        return LineBody.of(body, dialect.question()).refusal(model, dialect.namesModel());
    }

    @Override
    public byte[] line(String customId, byte[] body) {
        return requestLine.of(customId, body);
    }

    @Override
    public BatchReply<Optional<String>> upload(Submission submission, Wire wire) {
        UploadForm form;
        try {
            form = UploadForm.of(submission, dialect);
        } catch (IOException broken) {
            return new BatchReply.NotSent<>("the request file cannot be read: " + broken, false);
        }
        WireRequest request = requests.upload(dialect.form().uploadPath(), form.contentType());
        WireReply reply = wire.transfer(new Transfer(request, Optional.of(form.body()), Optional.empty(), 0));
        BatchReply<String> uploaded =
                MAKES.reply(reply, body -> body.at("id").text().filter(id -> !id.isBlank()));
        return uploaded instanceof BatchReply.Done<String>(var id, var requestId)
                ? new BatchReply.Done<>(Optional.of(id), requestId)
                : uploaded.failed();
    }

    @Override
    public BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire) {
        String input = file.orElseThrow();
        Optional<BatchReply<BatchStatus>> unready = dialect.tracked() ? unready(input, wire) : Optional.empty();
        if (unready.isPresent()) {
            return unready.get();
        }
        var order = new JobForm.BatchOrder(input, submission.tag(), dialect.url(), model);
        Payload body = Payload.of(RowJson.writeValue(dialect.form().order(order)));
        WireReply reply = wire.exchange(requests.post(dialect.form().path(), body));
        return MAKES.reply(reply, dialect.form()::created);
    }

    /// Why a batch cannot be created from the file yet, or ever. In any case, no batch was created.
    private Optional<BatchReply<BatchStatus>> unready(String input, Wire wire) {
        BatchReply<FileState> look = ASKS.reply(wire.exchange(requests.get(file(input))), FileState::of);
        return switch (look) {
            case BatchReply.Done<FileState>(var state, var _) -> state.refusal(input);
            case BatchReply.Gone<FileState>(var message) -> Optional.of(later(404, message));
            case BatchReply.Lost<FileState>(var why) -> Optional.of(new BatchReply.NotSent<>(why, true));
            case BatchReply.Refused<FileState> refused -> Optional.of(refused.failed());
            case BatchReply.NotSent<FileState> unsent -> Optional.of(unsent.failed());
        };
    }

    static BatchReply<BatchStatus> later(int status, String message) {
        return new BatchReply.Refused<>(status, Receipt.Disposition.RETRYABLE, Optional.empty(), message);
    }

    @Override
    public BatchReply<BatchStatus> status(String batchId, Wire wire) {
        return ASKS.reply(
                wire.exchange(requests.get(batch(batchId))),
                body -> dialect.form().status(body, Optional.of(batchId)));
    }

    @Override
    public BatchReply<BatchPage> list(Optional<String> next, Wire wire) {
        WireRequest request = requests.get(dialect.form().path(), dialect.form().query(next));
        BatchReply<BatchPage> page =
                ASKS.reply(wire.exchange(request), body -> dialect.form().page(body, next));
        return dialect.form().tagsFiles() && page instanceof BatchReply.Done<BatchPage> done
                ? tagged(done, wire)
                : page;
    }

    /// The same with the tags that are in the names of the request files. A batch whose file is gone has none.
    private BatchReply<BatchPage> tagged(BatchReply.Done<BatchPage> listed, Wire wire) {
        BatchReply<Map<String, String>> files = ASKS.reply(wire.exchange(requests.get("/files")), OpenAiBatches::tags);
        return switch (files) {
            case BatchReply.Done<Map<String, String>>(var tags, var _) ->
                new BatchReply.Done<>(
                        new BatchPage(
                                listed.value().batches().stream()
                                        .map(batch -> batch.withTag(
                                                batch.tag().flatMap(file -> Optional.ofNullable(tags.get(file)))))
                                        .toList(),
                                listed.value().next()),
                        listed.requestId());
            case BatchReply<Map<String, String>> failed -> failed.failed();
        };
    }

    private static Optional<Map<String, String>> tags(JsonTree body) {
        if (!(body.at("data").value() instanceof List)) {
            return Optional.empty();
        }
        var tags = new HashMap<String, String>();
        String ending = UploadForm.fileName("");
        for (JsonTree file : body.at("data").items()) {
            Optional<String> id = file.at("id").text();
            Optional<String> name = file.at("filename").text().filter(text -> text.endsWith(ending));
            if (id.isPresent() && name.isPresent()) {
                tags.put(id.get(), name.get().substring(0, name.get().length() - ending.length()));
            }
        }
        return Optional.of(tags);
    }

    /// A batch that has ended meanwhile cannot be cancelled; then its status is returned.
    @Override
    public BatchReply<BatchStatus> cancel(String batchId, Wire wire) {
        BatchReply<BatchStatus> cancelled = ASKS.reply(
                wire.exchange(requests.post(batch(batchId) + dialect.form().cancel())),
                body -> dialect.form().status(body, Optional.of(batchId)));
        return BatchStep.orEnded(cancelled, () -> status(batchId, wire));
    }

    @Override
    public BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire) {
        Optional<String> pages = dialect.form().resultPages();
        if (pages.isPresent()) {
            return new ResultPages(requests, ASKS, wire).download(batch(ended.batchId()) + pages.get(), into);
        }
        WireRequest request = requests.download(file(part.ref()) + "/content");
        WireReply reply = wire.transfer(new Transfer(request, Optional.empty(), Optional.of(into), MOST_RESULTS));
        return ASKS.replied(reply, WireReply.Complete::filed);
    }

    @Override
    public BatchReply<Optional<String>> delete(String file, Wire wire) {
        return ASKS.replied(wire.exchange(requests.delete(file(file))), _ -> Optional.of(Optional.empty()));
    }

    /// Results are files like uploaded ones.
    @Override
    public BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return dialect.form().resultPages().isPresent()
                ? new BatchReply.NotSent<>("this service cannot delete results", false)
                : delete(ref, wire);
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return dialect.form().result(line);
    }

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        return receipts.receipt(reply);
    }

    private static String file(String id) {
        return "/files/" + ChatEndpoint.part(id);
    }

    private String batch(String id) {
        return dialect.form().path() + "/" + ChatEndpoint.part(id);
    }
}

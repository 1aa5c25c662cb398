package dev.rowan.providers.gemini;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.FileBody;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchStep;
import java.util.Map;
import java.util.Optional;

/// A resumable upload to the File API: one request asks for a URL, the next sends the whole file there.
record FileUpload(GeminiRequests requests, BatchStep step) {

    /// Uploads the file and returns its name; a file with another size is an error.
    BatchReply<Optional<String>> send(Submission submission, Wire wire) {
        BatchReply<WireRequest> begun = begin(submission, wire);
        if (!(begun instanceof BatchReply.Done<WireRequest>(var address, var _))) {
            return begun.failed();
        }
        var body = new FileBody(Payload.empty(), submission.requests(), Payload.empty(), FileBody.Lines.AS_THEY_ARE);
        BatchReply<String> sent = step.reply(
                wire.transfer(new Transfer(address, Optional.of(body), Optional.empty(), 0)),
                reply -> name(reply.at("file"), submission.bytes()));
        return sent instanceof BatchReply.Done<String>(var name, var id)
                ? new BatchReply.Done<>(Optional.of(name), id)
                : sent.failed();
    }

    private BatchReply<WireRequest> begin(Submission submission, Wire wire) {
        Headers headers = Headers.of("X-Goog-Upload-Protocol", "resumable")
                .with("X-Goog-Upload-Command", "start")
                .with("X-Goog-Upload-Header-Content-Length", Long.toString(submission.bytes()))
                .with("X-Goog-Upload-Header-Content-Type", "jsonl")
                .with("Content-Type", "application/json");
        byte[] body = RowJson.writeValue(Map.of("file", Map.of("displayName", submission.tag())));
        WireRequest request =
                requests.of("POST", "/upload/" + requests.version() + "/files", headers, Payload.of(body));
        return step.replied(
                wire.exchange(request),
                reply -> reply.headers()
                        .first("x-goog-upload-url")
                        .flatMap(told -> requests.at(
                                told,
                                Headers.of("X-Goog-Upload-Offset", "0")
                                        .with("X-Goog-Upload-Command", "upload, finalize"))));
    }

    private static Optional<String> name(JsonTree file, long bytes) {
        boolean whole = file.at("sizeBytes")
                .text()
                .filter(size -> !size.equals(Long.toString(bytes)))
                .isEmpty();
        return file.at("name").text().filter(name -> whole && OperationReader.isFile(name));
    }
}

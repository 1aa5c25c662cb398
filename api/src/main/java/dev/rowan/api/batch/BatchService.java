package dev.rowan.api.batch;

import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.nio.file.Path;
import java.util.Optional;

/// A client of one provider's batch API: strict in what it sends, lenient in what it reads. Stateless; every
/// method is one or a few exchanges on the given wire, none repeated, except for polling until an uploaded file is
/// ready.
///
/// All batches of one service use one model. No method throws because of what a provider sends.
public interface BatchService {

    BatchLimits limits();

    /// The model or deployment that all requests name.
    String model();

    /// A harmless request of the account, such as listing its batches: its address and credential identify the
    /// quota.
    WireRequest account();

    /// Why a call with this body cannot be sent in a batch; empty if it can.
    Optional<String> refusal(byte[] body);

    /// The line of the request file for a call, with a line feed at its end. `body` is the JSON object of the realtime
    /// request, whose fields are embedded unchanged.
    byte[] line(String customId, byte[] body);

    /// Uploads the request file and returns the provider's id for it; empty if the service takes the requests in
    /// [#create].
    BatchReply<Optional<String>> upload(Submission submission, Wire wire) throws InterruptedException;

    /// Creates the batch, once. `file` is the result of [#upload].
    BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire);

    BatchReply<BatchStatus> status(String batchId, Wire wire);

    /// Lists the account's batches, newest first, from the cursor `next`.
    BatchReply<BatchPage> list(Optional<String> next, Wire wire);

    BatchReply<BatchStatus> cancel(String batchId, Wire wire);

    /// Downloads a part of the results into a file, one JSON line per request, and returns the file's SHA-256.
    BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire);

    /// Deletes an uploaded file.
    BatchReply<Optional<String>> delete(String file, Wire wire);

    /// Deletes what the service keeps of a finished batch under the name `ref`: a part of its results, or, given
    /// the batch's own id, the batch with its requests and results.
    default BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return new BatchReply.NotSent<>("this service cannot delete results", false);
    }

    /// Parses a line of results; empty if it is unreadable.
    Optional<ItemResult> result(byte[] line);

    /// The receipt of a reply from a batch, at the batch price. It must not throw.
    Receipt receipt(WireReply.Complete reply);
}

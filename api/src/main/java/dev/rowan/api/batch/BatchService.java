package dev.rowan.api.batch;

import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.nio.file.Path;
import java.util.Optional;

/// How one provider's batch service is asked and understood: strict in what it sends, lenient in what it
/// reads. It has no state; every step is one or a few exchanges on the wire given, none of which is repeated,
/// but for waiting until an uploaded file can be used.
///
/// All batches of one service are for one model. Nothing here throws because of what a provider sends.
public interface BatchService {

    BatchLimits terms();

    /// The model, or the deployment, that all requests name.
    String model();

    /// A harmless request of the account, such as the one that lists its batches: its address and credential
    /// are what quotas are counted by.
    WireRequest account();

    /// Why a call with this body cannot be sent in a batch, known before anything is sent; empty when it can.
    Optional<String> refusal(byte[] body);

    /// The line of the request file for a call with this body, with a line feed at its end. `body` is the
    /// JSON that would be sent in real time, and stands in the line as it is.
    byte[] line(String customId, byte[] body);

    /// Hands the requests over, where that is a step of its own; gives the provider's name for the file.
    /// Without such a step the name is empty.
    BatchReply<Optional<String>> upload(Submission submission, Wire wire) throws InterruptedException;

    /// Creates the batch, once. `file` is what [#upload] gave.
    BatchReply<BatchStatus> create(Submission submission, Optional<String> file, Wire wire);

    BatchReply<BatchStatus> status(String batchId, Wire wire);

    /// The batches of the account, the newest first, from `next` on as an earlier page gave it.
    BatchReply<BatchPage> list(Optional<String> next, Wire wire);

    BatchReply<BatchStatus> cancel(String batchId, Wire wire);

    /// Downloads a part of the results into a file, one JSON line for each request; gives the SHA-256 of its
    /// bytes.
    BatchReply<String> download(BatchStatus ended, BatchStatus.ResultPart part, Path into, Wire wire);

    /// Deletes an uploaded file that is not needed any more.
    BatchReply<Optional<String>> delete(String file, Wire wire);

    /// Deletes what the service keeps of a batch that has ended under the name `ref`: a part of its results, or, with
    /// the batch's own name, the batch with the requests and results in it.
    default BatchReply<Optional<String>> deleteResults(String batchId, String ref, Wire wire) {
        return new BatchReply.NotSent<>("this service has no way to delete results", false);
    }

    /// What a line of results says; empty when it cannot be read.
    Optional<ItemResult> result(byte[] line);

    /// The receipt of a reply that came in a batch, at the price of batches. It must not throw.
    Receipt receipt(WireReply.Complete reply);
}

package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.call.Receipt;
import dev.rowan.providers.reply.JsonTree;
import java.util.Locale;
import java.util.Optional;

/// The state of an uploaded file. `detail` is the provider's error message.
record FileState(String word, Optional<String> detail) {

    static Optional<FileState> of(JsonTree body) {
        return body.isObject()
                ? Optional.of(new FileState(
                        body.at("status").text().orElse("").toLowerCase(Locale.ROOT),
                        body.at("status_details").text()))
                : Optional.empty();
    }

    /// Why the file cannot be used for a batch now. An unknown state is not an obstacle.
    Optional<BatchReply<BatchStatus>> refusal(String file) {
        return switch (word) {
            case "pending", "uploading", "running", "processing", "notrunning" ->
                Optional.of(OpenAiBatches.later(200, "the file " + file + " is not ready yet: " + word));
            case "error", "failed", "deleted", "deleting", "canceled", "cancelled" ->
                Optional.of(new BatchReply.Refused<>(
                        200,
                        Receipt.Disposition.INVALID,
                        Optional.empty(),
                        "the file " + file + " cannot be used: " + detail.orElse(word)));
            default -> Optional.empty();
        };
    }
}

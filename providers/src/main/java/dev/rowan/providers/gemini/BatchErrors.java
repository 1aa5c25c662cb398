package dev.rowan.providers.gemini;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Locale;

/// Rejections of files and batches, where they differ from those of calls.
final class BatchErrors {
    private BatchErrors() {}

    /// A file that is not found, or not active, just after its upload may appear a moment later.
    static Rejection read(int status, JsonTree body) {
        Rejection read = GeminiErrors.read(status, body);
        String message = read.message().toLowerCase(Locale.ROOT);
        boolean isYoungFile = (status == 400 || status == 404)
                && message.contains("file")
                && (message.contains("not found")
                        || message.contains("not active")
                        || message.contains("not in an active"));
        return isYoungFile && read.kind() == Kind.INVALID
                ? new Rejection(Kind.RETRYABLE, status, read.code(), read.message(), read.retryDelay())
                : read;
    }

    /// A missing file is reported as a permission error.
    static <T> BatchReply<T> ofFile(BatchReply<T> reply) {
        return reply instanceof BatchReply.Refused<T> refused
                        && refused.status() == 403
                        && refused.message().contains("may not exist")
                ? new BatchReply.Gone<>(refused.message())
                : reply;
    }
}

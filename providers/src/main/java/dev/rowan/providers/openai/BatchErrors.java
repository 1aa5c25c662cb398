package dev.rowan.providers.openai;

import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Locale;

/// Rejections of files and batches. Two of them are temporary: the quota of enqueued tokens is used up, or a file
/// is not found or not ready just after its upload.
final class BatchErrors {
    private BatchErrors() {}

    static Rejection read(int status, JsonTree body) {
        Rejection read = OpenAiErrors.read(status, body);
        Kind kind = kind(read);
        return new Rejection(kind, status, read.code(), read.message(), read.retryDelay());
    }

    private static Kind kind(Rejection read) {
        if (read.kind() != Kind.INVALID) {
            return read.kind();
        }
        if (read.code().filter("token_limit_exceeded"::equals).isPresent()) {
            return Kind.CAPACITY;
        }
        String message = read.message().toLowerCase(Locale.ROOT);
        boolean isYoungFile = message.contains("file")
                && (message.contains("cannot find")
                        || message.contains("no such")
                        || message.contains("not found")
                        || message.contains("not processed")
                        || message.contains("not ready")
                        || message.contains("being processed"));
        return (read.status() == 400 || read.status() == 404) && isYoungFile ? Kind.RETRYABLE : read.kind();
    }
}

package dev.rowan.providers.bucket;

import dev.rowan.api.call.WireReply;
import dev.rowan.cloud.request.XmlReply;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// Parses errors of storages: `<Error><Code>…</Code><Message>…</Message></Error>`.
final class StorageErrors {
    private StorageErrors() {}

    static Rejection read(WireReply.Complete reply) {
        Optional<XmlReply> error = error(reply);
        Optional<String> code = error.flatMap(xml -> xml.find("Code"));
        Optional<String> message = error.flatMap(xml -> xml.find("Message"))
                .map(text -> code.map(word -> word + ": ").orElse("") + text);
        return Rejection.of(kind(reply.status(), code.orElse("")), reply.status(), code, message);
    }

    private static Optional<XmlReply> error(WireReply.Complete reply) {
        try {
            return reply.body().size() == 0
                    ? Optional.empty()
                    : Optional.of(XmlReply.parse(reply.body(), ""))
                            .filter(xml -> xml.root().equals("Error"));
        } catch (XMLStreamException _) {
            return Optional.empty();
        }
    }

    private static Kind kind(int status, String code) {
        return switch (code) {
            case "SlowDown", "ServiceUnavailable", "TooManyRequests" -> Kind.CAPACITY;
            case "RequestTimeout", "InternalError", "OperationAborted" -> Kind.RETRYABLE;
            case "ExpiredToken", "InvalidToken", "RequestTimeTooSkewed" -> Kind.DEAD_KEY;
            default -> Kind.ofStatus(status);
        };
    }
}

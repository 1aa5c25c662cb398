package dev.rowan.engine.call;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;
import java.util.Optional;

/// A wire that removes every secret from replies, so that none can be recorded or shown, even if a service echoes
/// the key.
final class RedactedWire implements Wire {
    private final Wire wire;
    private final Redaction redaction;

    RedactedWire(Wire wire, Redaction redaction) {
        this.wire = wire;
        this.redaction = redaction;
    }

    @Override
    public WireReply exchange(WireRequest request) {
        return clean(wire.exchange(request));
    }

    @Override
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        return wire.connect(request).map(this::clean);
    }

    @Override
    public Optional<String> refusal(String host) {
        return wire.refusal(host);
    }

    /// A reply written to a file is redacted by the file's reader.
    @Override
    public WireReply transfer(Transfer transfer) {
        return clean(wire.transfer(transfer));
    }

    @Override
    public WireReply download(Transfer transfer) {
        return clean(wire.download(transfer));
    }

    private WireReply clean(WireReply reply) {
        return switch (reply) {
            case WireReply.Complete(var status, var headers, var body, var filed, var timings) ->
                new WireReply.Complete(status, clean(headers), clean(body), filed, timings);
            case WireReply.NotSent notSent -> clean(notSent);
            case WireReply.Unknown(var fault, var detail, var status, var headers, var body, var timings) ->
                new WireReply.Unknown(fault, redaction.text(detail), status, clean(headers), clean(body), timings);
        };
    }

    private WireReply.NotSent clean(WireReply.NotSent reply) {
        return new WireReply.NotSent(reply.reason(), redaction.text(reply.detail()), reply.timings());
    }

    private Payload clean(Payload body) {
        return redaction.finds(body.bytes()) ? Payload.of(redaction.bytes(body.bytes())) : body;
    }

    /// Most headers hold no secret and are returned as they are.
    private Headers clean(Headers headers) {
        for (Headers.Field field : headers.fields()) {
            if (redaction.finds(field.name()) || redaction.finds(field.value())) {
                return new Headers(headers.fields().stream()
                        .map(each -> new Headers.Field(redaction.text(each.name()), redaction.text(each.value())))
                        .toList());
            }
        }
        return headers;
    }
}

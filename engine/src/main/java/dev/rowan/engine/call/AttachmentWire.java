package dev.rowan.engine.call;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// A wire that keeps the attachments of each request before it is sent.
record AttachmentWire(Wire wire, AttachmentStore store) implements Wire {

    @Override
    public WireReply exchange(WireRequest request) {
        try {
            store.keep(request.body().attachments());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot keep an attachment: " + failed.getMessage(), failed);
        }
        return wire.exchange(request);
    }

    @Override
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        return wire.connect(request);
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        return wire.transfer(transfer);
    }

    @Override
    public WireReply download(Transfer transfer) {
        return wire.download(transfer);
    }
}

package dev.rowan.providers.gemini;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchStep;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// Requests operations. One with inline responses may be too large for memory; it is then requested again, into a
/// file.
record Operations(BatchStep step, long maxBytes) {

    <T> BatchReply<T> ask(WireRequest request, Function<JsonTree, Optional<T>> read, Wire wire) {
        WireReply reply = wire.exchange(request);
        boolean large = reply instanceof WireReply.Unknown unknown && unknown.fault() == WireReply.Fault.TOO_LARGE;
        return large
                ? large(request, read, wire)
                : step.replied(
                        reply,
                        whole -> OperationTree.read(
                                        new ByteArrayInputStream(whole.body().bytes()))
                                .flatMap(read));
    }

    private <T> BatchReply<T> large(WireRequest request, Function<JsonTree, Optional<T>> read, Wire wire) {
        try (var scratch = Scratch.anywhere()) {
            return step.replied(
                    transfer(request, scratch, wire), _ -> read(scratch).flatMap(read));
        } catch (IOException e) {
            return new BatchReply.NotSent<>("cannot store a large operation: " + e.getMessage(), true);
        }
    }

    private WireReply transfer(WireRequest request, Scratch scratch, Wire wire) {
        return wire.transfer(new Transfer(request, Optional.empty(), Optional.of(scratch.file()), maxBytes));
    }

    private static Optional<JsonTree> read(Scratch scratch) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(scratch.file()), 1 << 16)) {
            return OperationTree.read(in);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Writes the responses of an operation to `into`, one per line, and returns the SHA-256.
    BatchReply<String> responses(WireRequest request, Path into, Wire wire) {
        try (var scratch = Scratch.beside(into)) {
            return step.replied(transfer(request, scratch, wire), _ -> extract(scratch, into));
        } catch (IOException e) {
            return new BatchReply.NotSent<>("cannot store the results: " + e.getMessage(), true);
        }
    }

    private static Optional<String> extract(Scratch scratch, Path into) {
        try {
            return InlineResponses.extract(scratch.file(), into);
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}

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

/// Asks for operations. One with inline responses holds all of them whenever it is asked for, so it may be
/// larger than a reply in memory can be; then it is asked for once more, into a file.
record Operations(BatchStep step, long most) {

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
            return new BatchReply.NotSent<>("no room for a large operation: " + e.getMessage(), true);
        }
    }

    private WireReply transfer(WireRequest request, Scratch scratch, Wire wire) {
        return wire.transfer(new Transfer(request, Optional.empty(), Optional.of(scratch.file()), most));
    }

    private static Optional<JsonTree> read(Scratch scratch) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(scratch.file()), 1 << 16)) {
            return OperationTree.read(in);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Writes the responses that an operation holds to `into`, one in a line; the SHA-256 of these lines.
    BatchReply<String> responses(WireRequest request, Path into, Wire wire) {
        try (var scratch = Scratch.beside(into)) {
            return step.replied(transfer(request, scratch, wire), _ -> extract(scratch, into));
        } catch (IOException e) {
            return new BatchReply.NotSent<>("no room for the results: " + e.getMessage(), true);
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

package dev.rowan.simulator;

import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.ReplyFile;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.WireReply;
import dev.rowan.simulator.http.CutStream;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.ReplyDelivery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// What a sender learns of a reply that leaves in its way, when nothing is between the two. Owned by the
/// sender's thread.
final class SimulatedReply {
    private static final int MAX_BYTES = 16 << 20;

    private final Transfer transfer;
    private final Time time;
    private final long began;

    SimulatedReply(Transfer transfer, Time time) {
        this.transfer = transfer;
        this.time = time;
        this.began = time.nanos();
    }

    WireReply of(HttpReply reply) throws IOException, InterruptedException {
        OptionalInt status = OptionalInt.of(reply.status());
        long length = reply.content().length();
        if (length > (isFiled(reply) ? transfer.maxBytes() : MAX_BYTES)) {
            return lost(WireReply.Fault.TOO_LARGE, status);
        }
        return switch (reply.delivery()) {
            case ReplyDelivery.Whole _ -> complete(reply);
            case ReplyDelivery.ResetAt _ -> lost(WireReply.Fault.RESET, OptionalInt.empty());
            case ReplyDelivery.Stall _ -> {
                time.sleep(deadline());
                yield lost(WireReply.Fault.DEADLINE, status);
            }
            case ReplyDelivery.Dribble(Duration pause) -> {
                Duration all = pause.multipliedBy(length);
                boolean inTime = all.compareTo(deadline()) <= 0;
                time.sleep(inTime ? all : deadline());
                yield inTime ? complete(reply) : lost(WireReply.Fault.DEADLINE, status);
            }
            case ReplyDelivery.Truncate _ -> {
                keepPart(reply, length / 2);
                yield lost(WireReply.Fault.TRUNCATED, status);
            }
            case ReplyDelivery.WrongLength _ -> {
                keepPart(reply, length);
                yield lost(WireReply.Fault.TRUNCATED, status);
            }
        };
    }

    private Duration deadline() {
        return transfer.request().deadline();
    }

    private boolean isFiled(HttpReply reply) {
        return transfer.into().isPresent() && reply.status() / 100 == 2;
    }

    private WireReply complete(HttpReply reply) throws IOException {
        Headers headers = new Headers(reply.headers().stream()
                .map(header -> new Headers.Field(header.name(), header.value()))
                .toList());
        if (isFiled(reply)) {
            return new WireReply.Complete(
                    reply.status(), headers, Payload.empty(), Optional.of(filed(reply)), timings());
        }
        var bytes = new ByteArrayOutputStream((int) reply.content().length());
        reply.content().writeTo(bytes);
        Payload body = Payload.of(bytes.toByteArray());
        return new WireReply.Complete(reply.status(), headers, body, Optional.empty(), timings());
    }

    private String filed(HttpReply reply) throws IOException {
        try (ReplyFile file = ReplyFile.open(transfer.into().orElseThrow())) {
            reply.content().writeTo(file);
            return file.finish();
        }
    }

    /// The content of the file after a reply that was cut off.
    private void keepPart(HttpReply reply, long bytes) throws IOException {
        if (isFiled(reply)) {
            try (ReplyFile file = ReplyFile.open(transfer.into().orElseThrow())) {
                reply.content().writeTo(new CutStream(file, bytes));
            }
        }
    }

    WireReply notSent(String detail) {
        return new WireReply.NotSent(WireReply.NotSentReason.FILE, detail, timings());
    }

    WireReply lost(WireReply.Fault fault, OptionalInt status) {
        return new WireReply.Unknown(fault, "as simulated", status, Headers.none(), Payload.empty(), timings());
    }

    private Timings timings() {
        return new Timings(Optional.empty(), Optional.empty(), Duration.ofNanos(time.nanos() - began));
    }
}

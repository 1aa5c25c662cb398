package dev.rowan.providers.service;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// A reply from a line of results, in the form of a realtime reply.
public final class BatchedReply {
    private static final Headers JSON = Headers.of("content-type", "application/json");
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);
    private static final int LONGEST_ID = 200;

    private BatchedReply() {}

    public static WireReply.Complete of(int status, byte[] body) {
        return of(status, JSON, body);
    }

    /// The same with the service's request id in its usual header, if it is a valid header value.
    public static WireReply.Complete of(int status, byte[] body, String header, Optional<String> requestId) {
        return of(
                status,
                requestId
                        .filter(BatchedReply::isFit)
                        .map(id -> JSON.with(header, id))
                        .orElse(JSON),
                body);
    }

    /// The body of an error, `{"error": …}`, in the form that it has in realtime. `error` is JSON.
    public static byte[] errorBody(byte[] error) {
        byte[] before = "{\"error\":".getBytes(StandardCharsets.US_ASCII);
        byte[] body = Arrays.copyOf(before, before.length + error.length + 1);
        System.arraycopy(error, 0, body, before.length, error.length);
        body[body.length - 1] = '}';
        return body;
    }

    private static WireReply.Complete of(int status, Headers headers, byte[] body) {
        Payload payload = Payload.of(body);
        return new WireReply.Complete(status, headers, payload, Optional.empty(), NO_TIME);
    }

    private static boolean isFit(String id) {
        return !id.isEmpty() && id.length() <= LONGEST_ID && id.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}

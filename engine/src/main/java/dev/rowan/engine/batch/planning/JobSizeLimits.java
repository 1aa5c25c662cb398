package dev.rowan.engine.batch.planning;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.CustomId;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.call.ServiceKey;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/// The size limits of a node's jobs: the stricter of the provider's limits and the node's settings.
public final class JobSizeLimits {
    public static final int SUBMISSION_LENGTH = 16;

    private JobSizeLimits() {}

    static int maxRequests(BatchNode node) {
        int terms = node.service().limits().maxRequests();
        return Math.min(terms, node.settings().maxRequests().orElse(terms));
    }

    /// Fewer calls are sent in real time.
    public static int minRequests(BatchNode node) {
        return node.settings().minRequests().orElse(node.service().limits().minRequests());
    }

    static long maxBytes(BatchNode node) {
        long terms = node.service().limits().maxBytes();
        return Math.min(terms, node.settings().maxBytes().orElse(terms));
    }

    /// The bytes that the envelope adds to a request body, for an item number of one digit.
    static int envelope(BatchService service) {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        String id = new CustomId("a".repeat(SUBMISSION_LENGTH), 0).text();
        return service.line(id, body).length - body.length;
    }

    public static ProviderQuotas.Limits limits(BatchNode node) {
        BatchLimits terms = node.service().limits();
        return new ProviderQuotas.Limits(
                node.settings().maxEnqueuedTokens(),
                smaller(terms.maxJobs(), node.settings().maxJobs()),
                terms.createsPerHour());
    }

    public static ProviderQuotas.Key quotaKey(BatchNode node) {
        return new ProviderQuotas.Key(
                ServiceKey.of(node.service().account()), node.service().model());
    }

    private static OptionalInt smaller(OptionalInt one, OptionalInt other) {
        return one.isEmpty() ? other : OptionalInt.of(Math.min(one.getAsInt(), other.orElse(one.getAsInt())));
    }
}

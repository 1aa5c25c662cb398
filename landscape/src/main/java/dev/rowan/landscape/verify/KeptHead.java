package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A head from outside the database: `where` says from where. A file beside the sinks tells also how the run stood and
/// what each sink held.
public record KeptHead(
        String where,
        String runId,
        long size,
        String root,
        Optional<String> lastLeaf,
        Optional<Instant> time,
        Optional<HeadSignature> signature,
        Optional<Manifest> manifest) {

    /// What a head file says beside the head; each sink as the file's own object.
    public record Manifest(String name, String status, List<Map<String, @Nullable Object>> sinks) {
        public Manifest {
            sinks = List.copyOf(sinks);
        }
    }

    /// A head that was kept in memory or came over another way.
    public static KeptHead of(Head head) {
        return new KeptHead(
                "the head given",
                head.runId(),
                head.size(),
                head.root(),
                Optional.of(head.lastLeaf()),
                Optional.of(head.time()),
                head.signature(),
                Optional.empty());
    }

    /// As a whole head, where it tells all that a head has.
    Optional<Head> head() {
        return lastLeaf.flatMap(leaf -> time.map(when -> new Head(runId, size, root, leaf, when, signature)));
    }
}

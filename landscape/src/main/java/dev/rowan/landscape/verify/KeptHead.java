package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A head from outside the database; `where` names its origin. A file beside the sinks also has the run's status
/// and the content of each sink.
public record KeptHead(
        String where,
        String runId,
        long size,
        String root,
        Optional<String> lastLeaf,
        Optional<Instant> time,
        Optional<HeadSignature> signature,
        Optional<Manifest> manifest) {

    /// The rest of a head file; each sink is the file's own JSON object.
    public record Manifest(String name, String status, List<Map<String, @Nullable Object>> sinks) {
        public Manifest {
            sinks = List.copyOf(sinks);
        }
    }

    /// A head that was not read from a file.
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

    /// The full head, if no part of it is missing.
    Optional<Head> head() {
        return lastLeaf.flatMap(leaf -> time.map(when -> new Head(runId, size, root, leaf, when, signature)));
    }
}

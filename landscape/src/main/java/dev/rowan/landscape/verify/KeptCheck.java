package dev.rowan.landscape.verify;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.KeptHead.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares heads that were kept elsewhere with a record as it is read. Owned by one thread.
final class KeptCheck {
    private final List<KeptHead> kept;
    private final Optional<VerifyingKey> key;
    private final RunState state;

    KeptCheck(VerifyInputs against, RunState state) {
        this.kept = against.kept();
        this.key = against.key();
        this.state = state;
    }

    /// The difference between the events so far and a kept head of the same size.
    Optional<String> rootFault(Chain chain) {
        for (KeptHead head : kept) {
            if (head.size() == chain.size()) {
                Optional<String> fault = sealFault(chain, head.root(), head.lastLeaf());
                if (fault.isPresent()) {
                    return Optional.of("by " + head.where() + ", " + fault.get());
                }
            }
        }
        return Optional.empty();
    }

    static Optional<String> sealFault(Chain chain, String root, Optional<String> lastLeaf) {
        if (lastLeaf.filter(leaf -> !leaf.equals(chain.lastLeaf())).isPresent()) {
            return Optional.of("the event before it is another one");
        }
        return root.equals(chain.root()) ? Optional.empty() : Optional.of("the events before it are others");
    }

    /// The difference between the event `seq` and the head that was kept of it.
    Optional<String> headFault(long seq, Optional<Head> recorded) {
        return kept.stream()
                .filter(head -> head.size() == seq)
                .flatMap(head -> fault(head, recorded).map(what -> "by " + head.where() + ", " + what).stream())
                .findFirst();
    }

    private Optional<String> fault(KeptHead head, Optional<Head> recorded) {
        if (recorded.isEmpty()) {
            return Optional.of("it should be a head");
        }
        boolean sameTime =
                head.time().isEmpty() || head.time().get().equals(recorded.get().time());
        boolean sameSignature = head.signature().isEmpty()
                || head.signature().equals(recorded.get().signature());
        if (!sameTime || !sameSignature) {
            return Optional.of("the head here has another time or signature");
        }
        if (key.isPresent() && head.head().filter(key.get()::signed).isEmpty()) {
            return Optional.of("which is not signed by the key " + key.get().id());
        }
        return head.manifest().flatMap(this::fault);
    }

    private Optional<String> fault(Manifest manifest) {
        if (!manifest.name().equals(state.name())
                || !Optional.of(manifest.status()).equals(state.status())) {
            return Optional.of("the run is " + manifest.name() + ", " + manifest.status() + "; the record says "
                    + state.name() + ", " + state.status().orElse("not ended"));
        }
        List<VerifyReport.SinkState> recorded = state.sinks();
        if (recorded.size() != manifest.sinks().size()) {
            return Optional.of("the run has other sinks");
        }
        for (int i = 0; i < recorded.size(); i++) {
            if (!same(recorded.get(i), manifest.sinks().get(i))) {
                return Optional.of("sink '" + recorded.get(i).name() + "' holds something else");
            }
        }
        return Optional.empty();
    }

    private static boolean same(VerifyReport.SinkState recorded, Map<String, @Nullable Object> told) {
        Optional<String> file = recorded.target().map(Path::of).map(path -> String.valueOf(path.getFileName()));
        boolean sameName = recorded.name().equals(told.get("name"))
                && file.equals(Optional.ofNullable(told.get("file")).map(String::valueOf));
        if (!sameName || !(told.get("sha256") instanceof String sha256)) {
            return sameName;
        }
        return told.get("rows") instanceof Long rows
                && told.get("start") instanceof Long start
                && told.get("end") instanceof Long end
                && recorded.mark()
                        .map(mark -> new Sink.Mark(mark.rows(), mark.start(), mark.end(), mark.sha256()))
                        .equals(Optional.of(new Sink.Mark(rows, start, end, sha256)));
    }

    /// A kept head with more events than the record has: its end was cut off.
    Optional<String> missing(long size) {
        return kept.stream()
                .filter(head -> head.size() >= size)
                .findFirst()
                .map(head -> "the record ends here, but " + head.where() + " seals " + head.size()
                        + " events: its tail was cut off");
    }
}

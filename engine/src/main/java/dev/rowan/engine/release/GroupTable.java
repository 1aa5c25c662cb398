package dev.rowan.engine.release;

import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.landscape.record.RowOrigin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The open groups of one aggregate, in the order in which they were opened, and the number of its next row. Owned
/// by the release thread.
final class GroupTable {
    private final int node;
    private final AggregateTransform transform;
    private final Map<String, OpenGroup> groups = new LinkedHashMap<>();
    private long keptBytes;
    private long nextRow;

    GroupTable(int node, AggregateTransform transform) {
        this.node = node;
        this.transform = transform;
        this.nextRow = RowOrigin.first(node);
    }

    int node() {
        return node;
    }

    AggregateTransform transform() {
        return transform;
    }

    Optional<OpenGroup> find(String id) {
        return Optional.ofNullable(groups.get(id));
    }

    void open(String id, OpenGroup group) {
        groups.put(id, group);
    }

    void close(String id) {
        OpenGroup closed = groups.remove(id);
        if (closed != null) {
            keptBytes -= closed.keptBytes();
        }
    }

    /// The id of the group that was opened first.
    Optional<String> oldest() {
        return groups.keySet().stream().findFirst();
    }

    /// Whether so many more bytes may be kept in memory; then they count.
    boolean keeps(long more) {
        if (keptBytes + more > transform.grouping().maxBytes()) {
            return false;
        }
        keptBytes += more;
        return true;
    }

    long nextRow() {
        return nextRow;
    }

    /// The next row has a number after `last`.
    void continueAfter(long last) {
        nextRow = Math.max(nextRow, last + 1);
    }
}

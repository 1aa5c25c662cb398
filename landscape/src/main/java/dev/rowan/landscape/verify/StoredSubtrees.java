package dev.rowan.landscape.verify;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.AuditPaths.SubtreeRoots;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.chain.MerkleTree;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The subtree roots of a log's Merkle tree, from the subtrees that its heads state and from stored leaves.
///
/// A head over `size` events states the roots of the complete subtrees of that tree. A left subtree (even index) is
/// among them while its sibling is incomplete, so every large one is in the first head after its end. A right
/// subtree never is: it is computed from its children, down to subtrees whose leaves are read. A proof therefore
/// reads a few thousand leaves of any log. Subtrees that no head states are computed as well.
///
/// Nothing read here is checked: a wrong hash yields a proof that does not lead to the head's root. Owned by one
/// thread.
final class StoredSubtrees implements SubtreeRoots {
    /// Subtrees of up to 2^10 leaves are computed from leaves: heads are about that far apart.
    private static final int LEAF_LEVELS = 10;

    private static final int FETCH = 1 << LEAF_LEVELS;
    private static final String LEAVES = Arrays.stream(EventTable.values())
                    .map(table -> "SELECT event_id, leaf FROM " + table.table() + " WHERE event_id BETWEEN ? AND ?")
                    .collect(Collectors.joining(" UNION ALL "))
            + " ORDER BY event_id";

    private final Session session;
    private final LogKey log;
    private final Map<Position, byte[]> known = new HashMap<>();

    /// A subtree's position in the tree.
    private record Position(int level, long index) {}

    StoredSubtrees(Session session, LogKey log) {
        this.session = session;
        this.log = log;
    }

    @Override
    public byte[] root(int level, long index) throws SQLException {
        var position = new Position(level, index);
        byte[] root = known.get(position);
        if (root == null) {
            root = level <= LEAF_LEVELS ? fromLeaves(position) : fromHeads(position);
            known.put(position, root);
        }
        return root;
    }

    private byte[] fromHeads(Position position) throws SQLException {
        Optional<byte[]> stated = position.index() % 2 == 0 ? stated(position) : Optional.empty();
        if (stated.isPresent()) {
            return stated.get();
        }
        int below = position.level() - 1;
        return MerkleTree.interior(root(below, 2 * position.index()), root(below, 2 * position.index() + 1));
    }

    /// The root stated by the first head after the subtree's end.
    private Optional<byte[]> stated(Position position) throws SQLException {
        long end = (position.index() + 1) << position.level();
        long siblingEnd = end + (1L << position.level());
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT event_id, facts FROM run_event"
                        + " WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id LIMIT 1")) {
            select.setLong(1, log.eventId(end));
            select.setLong(2, log.eventId(siblingEnd) - 1);
            select.setString(3, RunEvents.HEAD);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? stated(position, LogKey.seq(row.getLong(1)), RecordedJson.object(row.getString(2)))
                        : Optional.empty();
            }
        }
    }

    /// The root among the subtrees of a head over `size` events, where larger ones come first.
    private static Optional<byte[]> stated(Position position, long size, Map<String, @Nullable Object> head) {
        if (!(head.get("subtrees") instanceof List<?> subtrees) || subtrees.size() != Long.bitCount(size)) {
            return Optional.empty();
        }
        int larger = Long.bitCount(size >>> (position.level() + 1));
        try {
            return Optional.of(HexFormat.of().parseHex(String.valueOf(subtrees.get(larger))));
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    /// Caches the nodes in between too: the paths of a row's events share most of them.
    private byte[] fromLeaves(Position position) throws SQLException {
        int level = position.level();
        long first = position.index() << level;
        List<byte[]> nodes = leaves(first, 1 << level);
        for (int at = 0; at < level; at++) {
            var above = new ArrayList<byte[]>(nodes.size() / 2);
            for (int i = 0; i < nodes.size(); i++) {
                known.put(new Position(at, (first >> at) + i), nodes.get(i));
                if (i % 2 == 1) {
                    above.add(MerkleTree.interior(nodes.get(i - 1), nodes.get(i)));
                }
            }
            nodes = above;
        }
        return nodes.getFirst();
    }

    private List<byte[]> leaves(long first, int count) throws SQLException {
        var leaves = new ArrayList<byte[]>(count);
        try (PreparedStatement select = session.connection().prepareStatement(LEAVES)) {
            select.setFetchSize(FETCH);
            for (int i = 0; i < EventTable.values().length; i++) {
                select.setLong(2 * i + 1, log.eventId(first));
                select.setLong(2 * i + 2, log.eventId(first + count - 1));
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next() && LogKey.seq(row.getLong(1)) == first + leaves.size()) {
                    leaves.add(row.getBytes(2));
                }
            }
        }
        if (leaves.size() < count) {
            throw new LandscapeException("event " + (first + leaves.size()) + " of run " + log.runId()
                    + " is missing from the record; `rowan verify " + log.runId() + "` shows what was changed");
        }
        return leaves;
    }
}

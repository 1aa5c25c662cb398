package dev.rowan.landscape.chain;

import dev.rowan.api.Sha256;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Computes and checks audit paths (RFC 9162, 2.1.3).
public final class AuditPaths {
    private AuditPaths() {}

    /// Provides the roots of complete subtrees.
    public interface SubtreeRoots {

        /// The root over the leaves from `index`·2^`level` to (`index` + 1)·2^`level`, exclusive.
        byte[] root(int level, long index) throws SQLException;
    }

    /// The audit path of a leaf in a tree of `size` leaves, from the leaf's sibling up.
    public static List<byte[]> path(long leaf, long size, SubtreeRoots roots) throws SQLException {
        if (leaf < 0 || leaf >= size) {
            throw new IllegalArgumentException("a tree of " + size + " leaves has no leaf " + leaf);
        }
        var fromTheTop = new ArrayList<byte[]>();
        long from = 0;
        long to = size;
        while (to - from > 1) {
            long split = from + Long.highestOneBit(to - from - 1);
            if (leaf < split) {
                fromTheTop.add(root(split, to, roots));
                to = split;
            } else {
                fromTheTop.add(root(from, split, roots));
                from = split;
            }
        }
        return fromTheTop.reversed();
    }

    /// The root over the leaves `from` to `to`, exclusive, a range that the tree splits off.
    private static byte[] root(long from, long to, SubtreeRoots roots) throws SQLException {
        long leaves = to - from;
        if (Long.bitCount(leaves) == 1) {
            int level = Long.numberOfTrailingZeros(leaves);
            return roots.root(level, from >> level);
        }
        long split = from + Long.highestOneBit(leaves);
        return MerkleTree.interior(root(from, split, roots), root(split, to, roots));
    }

    /// The root that a leaf and its path lead to in a tree of `size` leaves (RFC 9162, 2.1.3.2); empty where no such
    /// path has this length.
    public static Optional<byte[]> root(long leaf, long size, byte[] leafHash, List<byte[]> path) {
        if (leaf < 0 || leaf >= size) {
            return Optional.empty();
        }
        MessageDigest sha = Sha256.create();
        long fn = leaf;
        long sn = size - 1;
        byte[] node = leafHash;
        for (byte[] neighbour : path) {
            if (sn == 0) {
                return Optional.empty();
            }
            boolean fromLeft = (fn & 1) == 1 || fn == sn;
            sha.update((byte) 0x01);
            sha.update(fromLeft ? neighbour : node);
            node = sha.digest(fromLeft ? node : neighbour);
            if (fromLeft) {
                while ((fn & 1) == 0 && fn != 0) {
                    fn >>= 1;
                    sn >>= 1;
                }
            }
            fn >>= 1;
            sn >>= 1;
        }
        return sn == 0 ? Optional.of(node) : Optional.empty();
    }
}

package dev.rowan.landscape.chain;

import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Gathers the audit paths (RFC 9162, 2.1.3) of some leaves while all leaves of a tree pass by, in order.
///
/// It keeps the roots of the complete subtrees and the paths wanted, however many leaves there are. Owned by one
/// thread.
public final class AuditPaths {
    private final MessageDigest sha = Sha256.create();
    private final long[] wanted;
    private final List<List<byte[]>> paths = new ArrayList<>();
    private final Deque<Node> subtrees = new ArrayDeque<>();
    private long size;

    /// The root of the leaves `from` to `to`, exclusive.
    @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
    private record Node(long from, long to, byte[] hash) {}

    /// `wanted` are numbers of leaves from 0, rising.
    public AuditPaths(long... wanted) {
        this.wanted = wanted.clone();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] < 0 || (i > 0 && wanted[i] <= wanted[i - 1])) {
                throw new IllegalArgumentException("numbers of leaves must rise from 0");
            }
            paths.add(new ArrayList<>());
        }
    }

    /// Takes the next leaf's hash.
    public void append(byte[] leafHash) {
        var node = new Node(size, size + 1, leafHash);
        for (long rest = size; (rest & 1) == 1; rest >>= 1) {
            node = joined(subtrees.removeLast(), node);
        }
        subtrees.addLast(node);
        size++;
    }

    /// The paths of the leaves wanted, each from the leaf's neighbour up, when the tree has no further leaf. Asked
    /// once.
    public List<List<byte[]>> paths() {
        if (wanted.length > 0 && wanted[wanted.length - 1] >= size) {
            throw new IllegalStateException("leaf " + wanted[wanted.length - 1] + " did not come, only " + size);
        }
        while (subtrees.size() > 1) {
            Node right = subtrees.removeLast();
            subtrees.addLast(joined(subtrees.removeLast(), right));
        }
        return List.copyOf(paths);
    }

    private Node joined(Node left, Node right) {
        add(left, right.hash());
        add(right, left.hash());
        sha.update((byte) 0x01);
        sha.update(left.hash());
        return new Node(left.from(), right.to(), sha.digest(right.hash()));
    }

    private void add(Node beneath, byte[] neighbour) {
        int at = Arrays.binarySearch(wanted, beneath.from());
        for (int i = at < 0 ? -at - 1 : at; i < wanted.length && wanted[i] < beneath.to(); i++) {
            paths.get(i).add(neighbour);
        }
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

package dev.rowan.landscape.chain;

import dev.rowan.api.Sha256;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The Merkle tree of RFC 9162 over leaf hashes, kept as the roots of its complete subtrees, largest first.
///
/// Appending costs one interior hash on average; memory is logarithmic. Owned by one thread.
public final class MerkleTree {
    private final MessageDigest sha;
    private final Deque<byte[]> subtrees = new ArrayDeque<>();
    private long size;

    MerkleTree(MessageDigest sha) {
        this.sha = sha;
    }

    /// The tree of `size` leaves whose complete subtrees have these roots, largest first.
    MerkleTree(MessageDigest sha, long size, List<byte[]> subtrees) {
        if (size < 0 || subtrees.size() != Long.bitCount(size)) {
            throw new IllegalArgumentException("a tree of " + size + " leaves has " + Long.bitCount(size)
                    + " complete subtrees, got " + subtrees.size());
        }
        this.sha = sha;
        this.size = size;
        this.subtrees.addAll(subtrees);
    }

    public static MerkleTree create() {
        return new MerkleTree(Sha256.create());
    }

    public long size() {
        return size;
    }

    /// Appends a leaf by its hash, `SHA-256(0x00 ‖ data)`. The array is not copied and must not change.
    public void append(byte[] leafHash) {
        byte[] node = leafHash;
        for (long rest = size; (rest & 1) == 1; rest >>= 1) {
            node = interior(sha, subtrees.removeLast(), node);
        }
        subtrees.addLast(node);
        size++;
    }

    /// The roots of the complete subtrees, largest first: all the state that further appends need.
    public List<byte[]> subtrees() {
        return List.copyOf(subtrees);
    }

    public byte[] root() {
        if (subtrees.isEmpty()) {
            return sha.digest();
        }
        var smallestFirst = subtrees.descendingIterator();
        byte[] node = smallestFirst.next();
        while (smallestFirst.hasNext()) {
            node = interior(sha, smallestFirst.next(), node);
        }
        return node.clone();
    }

    /// The hash of an interior node, `SHA-256(0x01 ‖ left ‖ right)`.
    public static byte[] interior(byte[] left, byte[] right) {
        return interior(Sha256.create(), left, right);
    }

    private static byte[] interior(MessageDigest sha, byte[] left, byte[] right) {
        sha.update((byte) 0x01);
        sha.update(left);
        return sha.digest(right);
    }
}

package dev.rowan.landscape.chain;

import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;

/// The Merkle tree of RFC 9162 over leaf hashes, kept as the roots of its complete subtrees, the largest first.
///
/// Appending costs one interior hash on average and the memory is logarithmic. Owned by one thread.
public final class MerkleTree {
    private final MessageDigest sha;
    private final Deque<byte[]> subtrees = new ArrayDeque<>();
    private long size;

    MerkleTree(MessageDigest sha) {
        this.sha = sha;
    }

    public static MerkleTree create() {
        return new MerkleTree(Sha256.create());
    }

    public long size() {
        return size;
    }

    /// Adds a leaf by its hash, `SHA-256(0x00 ‖ data)`. The array is kept: nobody changes it.
    public void append(byte[] leafHash) {
        byte[] node = leafHash;
        for (long rest = size; (rest & 1) == 1; rest >>= 1) {
            node = interior(subtrees.removeLast(), node);
        }
        subtrees.addLast(node);
        size++;
    }

    public byte[] root() {
        if (subtrees.isEmpty()) {
            return sha.digest();
        }
        var smallestFirst = subtrees.descendingIterator();
        byte[] node = smallestFirst.next();
        while (smallestFirst.hasNext()) {
            node = interior(smallestFirst.next(), node);
        }
        return node.clone();
    }

    private byte[] interior(byte[] left, byte[] right) {
        sha.update((byte) 0x01);
        sha.update(left);
        return sha.digest(right);
    }
}

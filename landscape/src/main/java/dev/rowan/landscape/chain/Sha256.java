package dev.rowan.landscape.chain;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256, which every Java platform has.
final class Sha256 {
    static final int BYTES = 32;

    /// Never fed: asking the platform for a digest takes several times as long as copying one.
    private static final MessageDigest EMPTY = ofPlatform();

    private Sha256() {}

    static MessageDigest create() {
        try {
            return (MessageDigest) EMPTY.clone();
        } catch (CloneNotSupportedException _) {
            return ofPlatform();
        }
    }

    private static MessageDigest ofPlatform() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

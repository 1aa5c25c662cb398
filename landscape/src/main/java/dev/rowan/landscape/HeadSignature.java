package dev.rowan.landscape;

/// An Ed25519 signature of a head and the id of its key: the first 16 bytes of the SHA-256 of the public key. Both
/// in hex.
public record HeadSignature(String keyId, String signature) {}

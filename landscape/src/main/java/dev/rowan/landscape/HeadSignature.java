package dev.rowan.landscape;

/// An Ed25519 signature of a head, in hex, and which key made it: the first 16 bytes of the SHA-256 of the public key,
/// in hex.
public record HeadSignature(String keyId, String signature) {}

package dev.rowan.landscape.record;

/// The output of a split in a sink: a durable `file` under its final name, with the rows in it, its length and its
/// SHA-256 in hex.
public record SplitPart(String sink, String file, long rows, long bytes, String sha256) {}

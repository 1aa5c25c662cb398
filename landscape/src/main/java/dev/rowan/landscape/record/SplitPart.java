package dev.rowan.landscape.record;

/// The output of a split in a sink: a durable `file` or object under its final name, with the rows in it, its length
/// and
/// its SHA-256 in hex. If the rows went to a table or a service, `file` is empty and the hash is that of the rows.
public record SplitPart(String sink, String file, long rows, long bytes, String sha256) {}

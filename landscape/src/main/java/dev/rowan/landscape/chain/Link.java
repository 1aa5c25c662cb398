package dev.rowan.landscape.chain;

/// An event's place in its log: number, epoch of the writer's lease, and leaf hash.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
public record Link(long seq, int epoch, byte[] leaf) {}

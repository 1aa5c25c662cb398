package dev.rowan.landscape.chain;

/// An event's position in its log: sequence number, epoch of the writer's lease, and leaf hash.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
public record Link(long seq, int epoch, byte[] leaf) {}

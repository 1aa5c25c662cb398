package dev.rowan.api.call;

/// Reads the receipt of a whole reply, whatever its status. It must not throw, whatever the bytes are.
@FunctionalInterface
public interface ReplyReader {

    Receipt receipt(WireReply.Complete reply);
}

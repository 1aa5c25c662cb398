package dev.rowan.connectors.storage;

import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;

/// Reads ranges of an object in a storage.
public interface RangeReader {

    /// The object's address without a credential.
    String address();

    /// Requests a range once, on condition that the object still has this version.
    WireReply range(long from, int length, ObjectVersion version) throws PluginException;

    /// Whether a reply with these headers is about `version`.
    default boolean isOf(ObjectVersion version, Headers headers) {
        return headers.first("etag").orElse("").equals(version.tag());
    }

    /// What a failed reply means, for people.
    String message(WireReply reply);

    Time time();
}

package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.List;
import java.util.Optional;

/// A safety service: its requests for a text, how its replies are read, and which verdicts block a row.
interface SafetyCheck<V> {

    /// The field with the reason of a row that did not pass, in a list of rows.
    String marker();

    /// One request for each part of the text; the text is clean if every part is.
    List<WireRequest> requests(SafetyEndpoint endpoint, String text);

    SafetyReply<V> reply(WireReply.Complete reply);

    /// Why a row with this verdict on `text` is blocked; empty if the text is clean.
    Optional<Reason> violation(CheckedText text, V verdict);
}

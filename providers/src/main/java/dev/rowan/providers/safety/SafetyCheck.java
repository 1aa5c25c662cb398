package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.List;
import java.util.Optional;

/// One of the safety services: what it is asked about a text, how its reply is read, and which verdicts end a row.
interface SafetyCheck<V> {

    /// The field that marks a row that did not pass, in a list of rows.
    String marker();

    /// One request for each part of the text; the text is clean when every part is.
    List<WireRequest> requests(SafetyEndpoint endpoint, String text);

    SafetyReply<V> reply(WireReply.Complete reply);

    /// Why a row whose `text` got this verdict is blocked; empty when the text is clean.
    Optional<Reason> violation(CheckedText text, V verdict);
}

package dev.rowan.engine.pipeline;

import java.util.Optional;

/// Where a row goes that a node did not pass.
public sealed interface OnError {

    /// To a sink, with the reason in the field `_error`.
    record ToSink(String sink) implements OnError {}

    /// Nowhere, on purpose; the landscape records it as discarded.
    record Discard() implements OnError {}

    /// Nowhere: the row ends where it failed and stays readable in the landscape.
    record Stay() implements OnError {}

    /// The word that discards; no sink may have this name.
    String DISCARD = "discard";

    static OnError of(Optional<String> word) {
        return word.<OnError>map(w -> w.equals(DISCARD) ? new Discard() : new ToSink(w))
                .orElse(new Stay());
    }
}

package dev.rowan.engine.pipeline;

import java.util.Optional;

/// Where a failed or blocked row goes.
public sealed interface OnError {

    /// To a sink, with the reason in the field `_error`.
    record ToSink(String sink) implements OnError {}

    /// On to another node, with the reason in the field `_error`.
    record ToNode(int node) implements OnError {}

    /// Nowhere, on purpose; the landscape records it as discarded.
    record Discard() implements OnError {}

    /// Nowhere: the row ends where it failed and stays readable in the landscape.
    record Stay() implements OnError {}

    /// The value that discards rows; reserved as a sink name.
    String DISCARD = "discard";

    static OnError of(Optional<String> word) {
        return word.<OnError>map(w -> w.equals(DISCARD) ? new Discard() : new ToSink(w))
                .orElse(new Stay());
    }
}

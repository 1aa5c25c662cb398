package dev.rowan.engine.control;

import org.jspecify.annotations.Nullable;

/// What an order comes to: a change that can be made, or why there is none.
sealed interface ControlChange {

    /// Of `node`, where it is about one, from one value to another. `effect` makes it; `words` say it when it
    /// is made.
    record Possible(
            @Nullable String node,
            @Nullable Object from,
            @Nullable Object to,
            String words,
            Runnable effect) implements ControlChange {}

    record Refused(String why) implements ControlChange {}
}

package dev.rowan.engine.control;

import org.jspecify.annotations.Nullable;

/// The effect of a control request: a change that can be applied, or why there is none.
sealed interface ControlChange {

    /// A change of `node`, if it is about one, from one value to another. `effect` applies it; `words` describe it
    /// afterwards.
    record Possible(
            @Nullable String node,
            @Nullable Object from,
            @Nullable Object to,
            String words,
            Runnable effect) implements ControlChange {}

    record Refused(String why) implements ControlChange {}
}

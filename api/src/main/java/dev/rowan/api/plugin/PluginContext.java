package dev.rowan.api.plugin;

import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Calls;

/// What a transform may know about the row in its hands.
public interface PluginContext {

    TokenInfo token();

    /// The name of this visit; unique within the run, one for each attempt.
    String stateId();

    /// From 1; more after a retry.
    int attempt();

    Time time();

    /// The way to the service; only for a transform that declares [Capability#CALLS_OUT].
    Calls calls();
}

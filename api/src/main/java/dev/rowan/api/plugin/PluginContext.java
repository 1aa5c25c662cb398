package dev.rowan.api.plugin;

import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Calls;

/// The context of the row that a transform processes.
public interface PluginContext {

    TokenInfo token();

    /// The id of this visit; unique within the run, one per attempt.
    String stateId();

    /// From 1; more after a retry.
    int attempt();

    Time time();

    /// Sends calls; only for a transform that declares [Capability#CALLS_OUT].
    Calls calls();
}

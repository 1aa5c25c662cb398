package dev.rowan.engine.transform;

import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Calls;
import dev.rowan.api.plugin.PluginContext;

/// One attempt of a token at a node, as the transform sees it.
public record NodeVisit(TokenInfo token, String stateId, int attempt, Time time, Calls calls)
        implements PluginContext {}

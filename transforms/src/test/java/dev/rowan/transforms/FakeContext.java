package dev.rowan.transforms;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.PluginContext;

/// The first visit of the first token of a run.
public record FakeContext() implements PluginContext {

    @Override
    public TokenInfo token() {
        return new TokenInfo("run", 1, 0);
    }

    @Override
    public String stateId() {
        return token().stateId(1, 1);
    }

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public Time time() {
        return new SystemTime();
    }
}

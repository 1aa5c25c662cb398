package dev.rowan.testkit;

import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Calls;
import dev.rowan.api.plugin.PluginContext;

/// The first visit of the first token of a run; its calls go to `calls`.
public record FakeContext(Time time, Calls calls) implements PluginContext {

    public FakeContext() {
        this(new FakeTime());
    }

    public FakeContext(Time time) {
        this(time, new FakeCalls());
    }

    @Override
    public TokenInfo token() {
        return new TokenInfo("run", 1, 0);
    }

    @Override
    public String stateId() {
        return token().stateId(0, 1);
    }

    @Override
    public int attempt() {
        return 1;
    }
}

package dev.rowan.testkit;

import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Calls;
import dev.rowan.api.plugin.PluginContext;

/// The first visit of the first token of a row; its calls go to `calls`.
public record FakeContext(Time time, Calls calls, long rowSeq) implements PluginContext {

    public FakeContext() {
        this(new FakeTime());
    }

    public FakeContext(Time time) {
        this(time, new FakeCalls());
    }

    public FakeContext(Time time, Calls calls) {
        this(time, calls, 1);
    }

    /// The same for another row.
    public FakeContext atRow(long row) {
        return new FakeContext(time, calls, row);
    }

    @Override
    public TokenInfo token() {
        return new TokenInfo("run", rowSeq, 0);
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

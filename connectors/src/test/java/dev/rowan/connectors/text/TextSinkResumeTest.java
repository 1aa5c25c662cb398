package dev.rowan.connectors.text;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.testkit.contract.FileSinkResumeContract;

class TextSinkResumeTest extends FileSinkResumeContract {

    @Override
    protected SinkPlugin plugin() {
        return new TextSinkPlugin();
    }

    /// A line has no line break.
    @Override
    protected Row row(int n) {
        return Row.of("id", String.valueOf(n)).with("text", "täxt " + n + "x".repeat(n));
    }
}

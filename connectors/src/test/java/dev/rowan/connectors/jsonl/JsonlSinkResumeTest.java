package dev.rowan.connectors.jsonl;

import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.testkit.contract.FileSinkResumeContract;

class JsonlSinkResumeTest extends FileSinkResumeContract {

    @Override
    protected SinkPlugin plugin() {
        return new JsonlSinkPlugin();
    }
}

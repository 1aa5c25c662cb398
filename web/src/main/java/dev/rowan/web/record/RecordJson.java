package dev.rowan.web.record;

import dev.rowan.engine.report.AppliedChange;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.record.RunStart;

/// The record of a run as JSON.
final class RecordJson {
    private RecordJson() {}

    static JsonObject of(RunRecordView record, RecordChecks checks) {
        RunStart declared = record.declared();
        var json = JsonObject.object();
        json.put("run", record.run().runId());
        json.put("name", record.run().name());
        json.put("operator", record.run().operator());
        json.put("rowan_version", record.run().rowanVersion());
        json.put("pipeline_file", record.run().pipelineFile());
        json.put("source", declared.source());
        json.put("command_line", declared.commandLine());
        json.put("configuration", declared.configuration());
        json.put("settings", declared.settings());
        json.put("transforms", declared.nodes().stream().map(RecordJson::node).toList());
        json.put("sinks", declared.sinks().stream().map(RecordJson::sink).toList());
        json.put("resumes", record.resumes());
        json.put(
                "changes",
                record.history().changes().stream().map(AppliedChange::json).toList());
        json.put("events", record.run().events());
        json.put("head", head(record.head()));
        json.put("verify", CheckResult.json(checks.of(record.run())));
        return json;
    }

    private static JsonObject node(RunStart.Node node) {
        var json = JsonObject.object();
        json.put("index", node.index());
        json.put("name", node.name());
        json.put("plugin", node.plugin());
        json.put("version", node.pluginVersion());
        json.put("capabilities", node.capabilities());
        json.put("options_sha256", node.optionsSha256());
        json.put("delivery", node.calls().flatMap(RunStart.Calls::delivery));
        return json;
    }

    private static JsonObject sink(RunStart.SinkDeclared sink) {
        var json = JsonObject.object();
        json.put("name", sink.name());
        json.put("plugin", sink.plugin());
        json.put("version", sink.pluginVersion());
        json.put("target", sink.target());
        json.put("options_sha256", sink.optionsSha256());
        return json;
    }

    private static JsonObject head(Head head) {
        var json = JsonObject.object();
        json.put("size", head.size());
        json.put("root", head.root());
        json.put("last_leaf", head.lastLeaf());
        json.put("time", head.time());
        json.put("key_id", head.signature().map(HeadSignature::keyId));
        json.put("signature", head.signature().map(HeadSignature::signature));
        return json;
    }
}

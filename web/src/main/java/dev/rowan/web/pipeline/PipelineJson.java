package dev.rowan.web.pipeline;

import dev.rowan.api.config.Problem;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.json.JsonObject;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramTrace.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pipeline as JSON.
final class PipelineJson {
    private PipelineJson() {}

    static JsonObject of(PipelineText text, Optional<Diagram> sketch, Map<Step, Long> tokens) {
        var json = JsonObject.object();
        json.put("file", text.file());
        json.put("name", sketch.map(Diagram::name));
        json.put("source", sketch.flatMap(Diagram::source).map(PipelineJson::node));
        json.put("sources", nodes(sketch.map(Diagram::sources)));
        json.put("transforms", nodes(sketch.map(Diagram::transforms)));
        json.put("sinks", nodes(sketch.map(Diagram::sinks)));
        json.put("output", sketch.map(Diagram::output));
        json.put(
                "edges",
                sketch.map(Diagram::links).orElse(List.of()).stream()
                        .map(link -> edge(link, tokens))
                        .toList());
        json.put("problems", text.problems().stream().map(PipelineJson::problem).toList());
        json.put("text", text.text());
        return json;
    }

    private static List<JsonObject> nodes(Optional<List<Diagram.Node>> nodes) {
        return nodes.orElse(List.of()).stream().map(PipelineJson::node).toList();
    }

    private static JsonObject node(Diagram.Node node) {
        var json = JsonObject.object();
        json.put("path", node.path());
        json.put("kind", node.kind().word());
        json.put("name", node.name());
        json.put("plugin", node.plugin());
        if (node.kind() != Diagram.Kind.SINK) {
            json.put(
                    "on_error",
                    switch (node.onError()) {
                        case OnError.ToSink(String sink) -> sink;
                        case OnError.Discard _ -> OnError.DISCARD;
                        case OnError.Stay _, OnError.ToNode _ -> null;
                    });
        }
        var settings = JsonObject.object();
        node.settings().forEach(setting -> settings.put(setting.key(), setting.value()));
        json.put("settings", settings);
        json.put("problems", node.problems());
        return json;
    }

    private static JsonObject edge(Diagram.Link link, Map<Step, Long> tokens) {
        return JsonObject.object()
                .put("from", link.from())
                .put("label", link.label())
                .put("to", link.to())
                .put("tokens", tokens.get(link.step()));
    }

    private static JsonObject problem(Problem problem) {
        var json = JsonObject.object();
        json.put("code", problem.code());
        json.put("file", problem.location().file());
        json.put("line", problem.location().line());
        json.put("column", problem.location().column());
        json.put("path", problem.path());
        json.put("message", problem.message());
        json.put("hint", problem.hint());
        return json;
    }
}

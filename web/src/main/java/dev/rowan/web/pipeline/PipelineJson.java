package dev.rowan.web.pipeline;

import dev.rowan.api.config.Problem;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.web.diagram.Diagram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A pipeline for machines.
final class PipelineJson {
    private PipelineJson() {}

    static Map<String, @Nullable Object> of(PipelineText text, Optional<Diagram> sketch) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("file", text.file());
        json.put("name", sketch.map(Diagram::name));
        json.put("source", sketch.flatMap(Diagram::source).map(PipelineJson::node));
        json.put("transforms", nodes(sketch.map(Diagram::transforms)));
        json.put("sinks", nodes(sketch.map(Diagram::sinks)));
        json.put("output", sketch.map(Diagram::output));
        json.put("problems", text.problems().stream().map(PipelineJson::problem).toList());
        json.put("text", text.text());
        return json;
    }

    private static List<Map<String, @Nullable Object>> nodes(Optional<List<Diagram.Node>> nodes) {
        return nodes.orElse(List.of()).stream().map(PipelineJson::node).toList();
    }

    private static Map<String, @Nullable Object> node(Diagram.Node node) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("path", node.path());
        json.put("name", node.name());
        json.put("plugin", node.plugin());
        if (node.kind() != Diagram.Kind.SINK) {
            json.put(
                    "on_error",
                    switch (node.onError()) {
                        case OnError.ToSink(String sink) -> sink;
                        case OnError.Discard _ -> OnError.DISCARD;
                        case OnError.Stay _ -> null;
                    });
        }
        var settings = new LinkedHashMap<String, @Nullable Object>();
        node.settings().forEach(setting -> settings.put(setting.key(), setting.value()));
        json.put("settings", settings);
        json.put("problems", node.problems());
        return json;
    }

    private static Map<String, @Nullable Object> problem(Problem problem) {
        var json = new LinkedHashMap<String, @Nullable Object>();
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

package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.FieldRenames;
import dev.rowan.api.plugin.PromptTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The answer fields that no later prompt uses and no transform drops.
final class PaidAnswers {
    private PaidAnswers() {}

    /// The fields of rows that pass to `sink`, each with the transform that produced it.
    static Map<String, String> of(Pipeline pipeline, String sink) {
        var arriving = new HashMap<Target, Map<String, String>>();
        for (GraphNode at : pipeline.graph().sorted()) {
            TransformNode node = pipeline.transforms().get(at.index());
            Map<String, String> before = arriving.getOrDefault(new Target.Node(at.index()), Map.of());
            Map<String, String> after = after(node, before);
            at.edges()
                    .forEach(edge -> arriving.computeIfAbsent(edge.to(), _ -> new LinkedHashMap<>())
                            .putAll(edge.kind() == Edge.Kind.ERROR ? before : after));
        }
        return arriving.getOrDefault(new Target.Sink(sink), Map.of());
    }

    private static Map<String, String> after(TransformNode node, Map<String, String> before) {
        var answers = new LinkedHashMap<>(before);
        Transform transform = node.transform();
        if (transform instanceof PromptTransform prompt) {
            answers.keySet().removeIf(field -> isShown(field, prompt, transform));
        }
        Map<String, String> left = passed(answers, transform);
        answers.clear();
        answers.putAll(left);
        if (transform instanceof CallPlanner planner) {
            planner.adds().forEach(field -> answers.put(field, node.name()));
        }
        return answers;
    }

    private static boolean isShown(String field, PromptTransform prompt, Transform transform) {
        Set<String> used = new HashSet<>();
        transform
                .fieldUses()
                .forEach(use -> used.addAll(use.role() == FieldUse.Role.REQUIRED ? use.names() : List.of()));
        return used.contains(field)
                || prompt.promptFields().stream()
                        .anyMatch(path ->
                                path.equals(FieldPath.ROW) || path.field().equals(Optional.of(field)));
    }

    /// The remaining `answers` after `transform`, with their new names.
    private static Map<String, String> passed(Map<String, String> answers, Transform transform) {
        if (FieldFlow.isOpaque(transform)) {
            return new LinkedHashMap<>();
        }
        Map<String, String> renamed = transform instanceof FieldRenames renames ? renames.renamedFields() : Map.of();
        var passed = new LinkedHashMap<String, String>();
        answers.forEach((field, node) -> {
            String name = renamed.getOrDefault(field, field);
            if (transform
                    .outputFields(new RowFields(List.of(field), true))
                    .names()
                    .contains(name)) {
                passed.put(name, node);
            }
        });
        return passed;
    }
}

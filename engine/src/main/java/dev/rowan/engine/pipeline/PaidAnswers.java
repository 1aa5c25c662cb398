package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.FieldRenames;
import dev.rowan.api.plugin.PromptTransform;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The answer fields that no later prompt uses and no transform drops.
final class PaidAnswers {
    private PaidAnswers() {}

    /// The fields after the last transform, each with the transform that produced it.
    static Map<String, String> of(Pipeline pipeline) {
        var answers = new LinkedHashMap<String, String>();
        for (TransformNode node : pipeline.transforms()) {
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

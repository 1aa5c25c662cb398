package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.PromptTransform;
import dev.rowan.api.text.FieldPath;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Warns about prompts with text that no earlier guardrail has checked. Pipelines without guardrails before a prompt
/// are not warned about.
public final class PromptWarnings {
    private static final String PROMPT = "user_prompt_template";

    private PromptWarnings() {}

    /// The warnings about `pipeline`, which was assembled from `root`; at most one per transform.
    public static List<Problem> of(Pipeline pipeline, ConfigNode root) {
        var warnings = new ArrayList<Problem>();
        var arriving = new HashMap<Target, GuardrailCoverage>();
        for (GraphNode at : pipeline.graph().sorted()) {
            TransformNode node = pipeline.transforms().get(at.index());
            GuardrailCoverage checked = arriving.getOrDefault(new Target.Node(at.index()), new GuardrailCoverage());
            if (node.transform() instanceof PromptTransform prompt && checked.hasGuardrail()) {
                var unchecked = new LinkedHashSet<FieldPath>(prompt.promptFields());
                unchecked.removeIf(checked::covers);
                if (!unchecked.isEmpty()) {
                    var place = new SettingLocations(root).transform(node.index(), List.of(PROMPT));
                    warnings.add(warning(place, unchecked, checked));
                }
            }
            GuardrailCoverage passed = checked.copy();
            passed.pass(node.transform());
            at.edges()
                    .forEach(edge -> arriving.merge(
                            edge.to(),
                            edge.kind() == Edge.Kind.ERROR ? checked.failed() : passed,
                            GuardrailCoverage::meet));
        }
        return warnings;
    }

    private static Problem warning(ConfigNode place, Set<FieldPath> unchecked, GuardrailCoverage checked) {
        String used = unchecked.stream().anyMatch(path -> path.field().isEmpty())
                ? "the whole row"
                : GuardrailCoverage.quoted(unchecked);
        return new Problem(
                "safety.unchecked_field",
                place.location(),
                place.path(),
                "the prompt uses " + used + ", but the safety checks before it cover " + checked,
                Optional.of("add these fields to 'fields' of an earlier check, or set 'fields: all'"));
    }
}

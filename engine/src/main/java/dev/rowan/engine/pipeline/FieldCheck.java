package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.GateTransform;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Checks the fields that settings name against the known fields of rows at each node, from the source's header,
/// the schemas and the declarations of transforms. Certain mismatches are problems; those inferred from the first
/// records are warnings.
public final class FieldCheck {
    private static final String UNKNOWN_FIELD = "config.unknown_field";
    private static final String FIELD_EXISTS = "config.field_exists";
    private static final String EXPRESSION = "config.expression";
    private static final int SHOWN_FIELDS = 20;

    private final Pipeline pipeline;
    private final SettingLocations places;
    private final Problems problems;
    private final FieldFlow certain;
    private final FieldFlow likely;
    private final FieldFlow alwaysCertain;
    private final FieldFlow alwaysLikely;

    private FieldCheck(Pipeline pipeline, ConfigNode root, Problems problems, Map<String, RowFields> sources) {
        this.pipeline = pipeline;
        this.places = new SettingLocations(root);
        this.problems = problems;
        Function<String, RowFields> sure = name -> sure(fields(sources, name));
        Function<String, RowFields> seen = name -> seen(fields(sources, name));
        this.certain = FieldFlow.certain(pipeline, sure);
        this.likely = FieldFlow.certain(pipeline, seen);
        this.alwaysCertain = FieldFlow.always(pipeline, sure);
        this.alwaysLikely = FieldFlow.always(pipeline, seen);
    }

    /// Checks `pipeline`, which was assembled from `root`; a local source file is read.
    public static void check(Pipeline pipeline, ConfigNode root, Problems problems) {
        var sources = new LinkedHashMap<String, RowFields>();
        pipeline.sources().forEach(source -> sources.put(source.key(), source(source, root, problems)));
        var check = new FieldCheck(pipeline, root, problems, sources);
        pipeline.transforms().forEach(check::transform);
        RowFields all = sources.values().stream().reduce(RowFields::or).orElse(RowFields.UNKNOWN);
        new SinkCheck(pipeline, new SettingLocations(root), problems, all).check();
    }

    private static RowFields fields(Map<String, RowFields> sources, String name) {
        return sources.getOrDefault(name, RowFields.UNKNOWN);
    }

    private static RowFields sure(RowFields source) {
        return source.complete() ? source : RowFields.UNKNOWN;
    }

    private static RowFields seen(RowFields source) {
        return source.names().isEmpty() ? source : new RowFields(source.names(), true);
    }

    private static RowFields source(SourceNode source, ConfigNode root, Problems problems) {
        try {
            return source.source().peek();
        } catch (PluginException unusable) {
            problems.add(
                    "config.source",
                    new SettingLocations(root).source(source.name(), List.of("path")),
                    String.valueOf(unusable.getMessage()));
            return RowFields.UNKNOWN;
        } catch (IOException _) {
            return RowFields.UNKNOWN; // opening it at the start of a run tells why
        }
    }

    private void transform(TransformNode node) {
        schema(node);
        for (FieldUse use : node.transform().fieldUses()) {
            switch (use.role()) {
                case REQUIRED -> required(node, use);
                case ADDED -> added(node, use);
            }
        }
    }

    /// A required field that no row has fails every row.
    private void schema(TransformNode node) {
        List<RowSchema.Field> fields = node.schema().fields();
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).optional()) {
                var use = FieldUse.required(
                        fields.get(i).name(), PipelineShape.SCHEMA.name(), "fields", String.valueOf(i));
                missing(node, use, certain.into(node), likely.into(node));
            }
        }
    }

    private void required(TransformNode node, FieldUse use) {
        missing(node, use, certain.within(node), likely.within(node));
    }

    private void missing(TransformNode node, FieldUse use, RowFields sure, RowFields seen) {
        if (lacks(sure, use)) {
            boolean expression = node.transform() instanceof GateTransform
                    || (node.transform() instanceof AggregateTransform
                            && use.option().equals(List.of("by")));
            String code = expression ? EXPRESSION : UNKNOWN_FIELD;
            problems.add(code, place(node, use), message(use, sure), hint(use, sure));
        } else if (lacks(seen, use)) {
            problems.warn(
                    UNKNOWN_FIELD,
                    place(node, use),
                    "none of the first rows has the field '" + use.name() + "'; they have " + list(seen),
                    hint(use, seen));
        }
    }

    private static boolean lacks(RowFields fields, FieldUse use) {
        return fields.complete() && use.names().stream().noneMatch(fields.names()::contains);
    }

    private static String message(FieldUse use, RowFields fields) {
        return "must name a field that rows have here (" + list(fields) + "), got '" + use.name() + "'";
    }

    private static Optional<String> hint(FieldUse use, RowFields fields) {
        return NearName.hint(use.name(), fields.names());
    }

    static String list(RowFields fields) {
        List<String> names = fields.names();
        String shown = String.join(", ", names.subList(0, Math.min(SHOWN_FIELDS, names.size())));
        return names.isEmpty()
                ? "no fields"
                : names.size() > SHOWN_FIELDS ? shown + " and " + (names.size() - SHOWN_FIELDS) + " more" : shown;
    }

    private void added(TransformNode node, FieldUse use) {
        Optional<String> hint =
                Optional.of("choose another name, or rename or drop the other in a field_mapper before");
        if (alwaysCertain.within(node).names().contains(use.name())) {
            problems.add(
                    FIELD_EXISTS,
                    place(node, use),
                    "must be a new field, but " + owner(node, use) + " '" + use.name() + "' already",
                    hint);
        } else if (alwaysLikely.within(node).names().contains(use.name())) {
            problems.warn(
                    FIELD_EXISTS,
                    place(node, use),
                    "must be a new field, but some of the first rows have '" + use.name() + "' already",
                    hint);
        }
    }

    /// The origin of the field, for a message.
    private String owner(TransformNode node, FieldUse use) {
        return pipeline.transforms().stream()
                .limit(node.index())
                .filter(before -> before.transform().fieldUses().stream()
                        .anyMatch(other -> other.role() == FieldUse.Role.ADDED
                                && other.name().equals(use.name())))
                .reduce((_, last) -> last)
                .map(before -> "transform '" + before.name() + "' adds")
                .orElse("rows have");
    }

    private ConfigNode place(TransformNode node, FieldUse use) {
        return use.option().getLast().equals(use.name())
                ? places.transformKey(node.index(), use.option())
                : places.transform(node.index(), use.option());
    }
}

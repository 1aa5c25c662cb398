package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.FieldRenames;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import dev.rowan.engine.graph.ErrorField;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The fields of a row that guardrails have checked so far. Owned by one thread.
final class GuardrailCoverage {
    /// A transform's output for these is what it adds to any row.
    private static final RowFields NO_FIELDS = new RowFields(List.of(), true);

    private final Set<FieldPath> checked = new LinkedHashSet<>();

    /// Fields added after the whole row was checked.
    private final Set<String> addedSince = new LinkedHashSet<>();

    private boolean hasGuardrail;

    GuardrailCoverage copy() {
        var copy = new GuardrailCoverage();
        copy.checked.addAll(checked);
        copy.addedSince.addAll(addedSince);
        copy.hasGuardrail = hasGuardrail;
        return copy;
    }

    /// What holds for rows of both kinds.
    GuardrailCoverage meet(GuardrailCoverage other) {
        GuardrailCoverage both = copy();
        both.checked.retainAll(other.checked);
        both.addedSince.addAll(other.addedSince);
        both.hasGuardrail |= other.hasGuardrail;
        return both;
    }

    /// The coverage behind an error edge, where rows have the field `_error`.
    GuardrailCoverage failed() {
        GuardrailCoverage failed = copy();
        failed.add(ErrorField.NAME);
        return failed;
    }

    /// Applies `transform`.
    void pass(Transform transform) {
        if (transform instanceof Guardrail guardrail) {
            hasGuardrail = true;
            guardrail.checkedFields().forEach(this::check);
        } else {
            transform.outputFields(NO_FIELDS).names().forEach(this::add);
        }
        if (transform instanceof CallPlanner planner) {
            planner.adds().forEach(this::add);
        }
        if (transform instanceof FieldRenames renames) {
            rename(renames.renamedFields());
        }
    }

    private void check(FieldPath place) {
        if (place.equals(FieldPath.ROW)) {
            addedSince.clear();
        }
        checked.add(place);
    }

    private void add(String field) {
        checked.removeIf(place -> place.field().filter(field::equals).isPresent());
        addedSince.add(field);
    }

    /// Renames all at once, since fields may swap names. A new name takes the coverage of the renamed field.
    private void rename(Map<String, String> renamed) {
        List<FieldPath> before = List.copyOf(checked);
        checked.clear();
        for (FieldPath place : before) {
            Optional<String> field = place.field();
            if (field.isEmpty()) {
                checked.add(place);
            } else {
                newName(field.get(), renamed).ifPresent(name -> checked.add(moved(place, name)));
            }
        }
        List<String> unchecked = List.copyOf(addedSince);
        addedSince.clear();
        unchecked.forEach(field -> newName(field, renamed).ifPresent(addedSince::add));
    }

    /// The new name of a field; empty if another field took it.
    private static Optional<String> newName(String field, Map<String, String> renamed) {
        if (renamed.containsKey(field)) {
            return Optional.of(renamed.get(field));
        }
        return renamed.containsValue(field) ? Optional.empty() : Optional.of(field);
    }

    private static FieldPath moved(FieldPath place, String field) {
        var steps = new ArrayList<>(place.steps());
        steps.set(0, new FieldPath.Step.Key(field));
        return new FieldPath(steps);
    }

    /// Whether there was any guardrail.
    boolean hasGuardrail() {
        return hasGuardrail;
    }

    boolean covers(FieldPath place) {
        return checked.stream()
                .anyMatch(path -> path.contains(place) && (!path.equals(FieldPath.ROW) || isFromBefore(place)));
    }

    private boolean isFromBefore(FieldPath place) {
        return place.field().map(field -> !addedSince.contains(field)).orElse(addedSince.isEmpty());
    }

    /// The checked fields, for a message.
    @Override
    public String toString() {
        String added = addedSince.isEmpty() ? "" : " without " + quoted(addedSince);
        return checked.contains(FieldPath.ROW) ? "the row" + added : checked.isEmpty() ? "nothing" : quoted(checked);
    }

    static String quoted(Set<?> names) {
        return String.join(
                ", ", names.stream().map(name -> "'" + name + "'").distinct().toList());
    }
}

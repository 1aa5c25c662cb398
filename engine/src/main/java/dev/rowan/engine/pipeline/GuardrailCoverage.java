package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.FieldRenames;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.text.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The places of a row whose text guardrails have checked on its way so far. Owned by one thread.
final class GuardrailCoverage {
    private final Set<FieldPath> checked = new LinkedHashSet<>();

    /// Fields that came into the row after all of it was checked.
    private final Set<String> addedSince = new LinkedHashSet<>();

    private boolean hasGuardrail;

    /// Follows a row through `transform`.
    void pass(Transform transform) {
        if (transform instanceof Guardrail guardrail) {
            hasGuardrail = true;
            guardrail.checkedFields().forEach(this::check);
        }
        if (transform instanceof CallPlanner planner) {
            planner.adds().forEach(this::add);
        }
        if (transform instanceof FieldRenames renames) {
            renames.renamedFields().forEach(this::rename);
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

    private void rename(String from, String to) {
        if (addedSince.remove(from)) {
            addedSince.add(to);
        }
        for (FieldPath place : List.copyOf(checked)) {
            if (place.field().filter(from::equals).isPresent()) {
                var steps = new ArrayList<>(place.steps());
                steps.set(0, new FieldPath.Step.Key(to));
                checked.remove(place);
                checked.add(new FieldPath(steps));
            }
        }
    }

    /// Whether any guardrail was passed.
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

    /// What is checked, in the words of a message.
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

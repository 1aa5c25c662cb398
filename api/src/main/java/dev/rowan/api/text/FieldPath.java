package dev.rowan.api.text;

import dev.rowan.api.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A path in a row: a field, then keys of objects and indexes of lists, such as `meta.note` or `tags[0]`. Without
/// any step it is the whole row.
public record FieldPath(List<Step> steps) {
    /// The whole row.
    public static final FieldPath ROW = new FieldPath(List.of());

    /// One step down.
    public sealed interface Step {
        /// The value of a key: of the row itself or of an object in it.
        record Key(String name) implements Step {}

        /// An item of a list.
        record Index(int index) implements Step {}

        /// Every item of a list or every value of an object.
        record Each() implements Step {}

        /// Whether a check of this step's value includes `other`.
        default boolean includes(Step other) {
            return this instanceof Each || equals(other);
        }
    }

    public FieldPath {
        steps = List.copyOf(steps);
    }

    /// A field of the row; its name may have any characters.
    public static FieldPath field(String name) {
        return ROW.then(new Step.Key(name));
    }

    /// Parses a path such as `meta.note`, `tags[0]` or `meta["a.b"]`; other text is a field name.
    public static FieldPath parse(String written) {
        return PathReader.read(written).orElseGet(() -> field(written));
    }

    public FieldPath then(Step step) {
        var longer = new ArrayList<>(steps);
        longer.add(step);
        return new FieldPath(longer);
    }

    /// This path followed by `beneath`.
    public FieldPath then(FieldPath beneath) {
        var longer = new ArrayList<>(steps);
        longer.addAll(beneath.steps);
        return new FieldPath(longer);
    }

    /// The first field of the path; empty for the whole row.
    public Optional<String> field() {
        return steps.isEmpty() || !(steps.getFirst() instanceof Step.Key(String name))
                ? Optional.empty()
                : Optional.of(name);
    }

    /// Whether `other` is this path or beneath it.
    public boolean contains(FieldPath other) {
        if (other.steps.size() < steps.size()) {
            return false;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).includes(other.steps.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// The value at a path, which may be null.
    public record Found(@Nullable Object value) {}

    /// The value at this path in `row`; empty if there is none. [Step.Each] matches nothing.
    public Optional<Found> in(Row row) {
        @Nullable Object value = row.asMap();
        for (Step step : steps) {
            if (step instanceof Step.Key(String name) && value instanceof Map<?, ?> map && map.containsKey(name)) {
                value = map.get(name);
            } else if (step instanceof Step.Index(int index) && value instanceof List<?> list && index < list.size()) {
                value = list.get(index);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new Found(value));
    }

    @Override
    public String toString() {
        if (steps.isEmpty()) {
            return "row";
        }
        if (steps.size() == 1 && steps.getFirst() instanceof Step.Key(String name)) {
            return name;
        }
        var text = new StringBuilder();
        steps.forEach(step -> PathWriter.append(text, step));
        return text.toString();
    }
}

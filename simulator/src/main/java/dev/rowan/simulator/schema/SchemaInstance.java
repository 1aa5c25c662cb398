package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A maker of JSON values that are valid for a schema. Owned by one thread.
///
/// It knows `const`, `enum`, `type` (a list of types too), `properties`, `required`, `items`, `prefixItems`,
/// `minItems`, `minimum`, `maximum` and their exclusive forms, `multipleOf`, `minLength`, `maxLength`, simple
/// `pattern`s, some `format`s, `anyOf`, `oneOf`, `allOf` of objects, and `$ref` into the same schema.
public final class SchemaInstance {
    private static final int DEEPEST = 8;

    private final RandomGenerator random;
    private final Chooser chooser;

    /// Chooses among texts.
    @FunctionalInterface
    public interface Chooser {
        String choose(List<String> texts, RandomGenerator random);
    }

    public SchemaInstance(RandomGenerator random, Chooser chooser) {
        this.random = random;
        this.chooser = chooser;
    }

    public @Nullable Object of(Map<String, ? extends @Nullable Object> schema) {
        var root = new Fields(schema);
        return make(root, new Scope(root, 0));
    }

    /// The schema that references start from, and how deep we are in the value.
    private record Scope(Fields root, int depth) {
        Scope deeper() {
            return new Scope(root, depth + 1);
        }

        boolean isDeep() {
            return depth > DEEPEST;
        }
    }

    private @Nullable Object make(Fields schema, Scope scope) {
        if (schema.has("const")) {
            return schema.get("const");
        }
        Optional<List<?>> choices = schema.list("enum").filter(list -> !list.isEmpty());
        if (choices.isPresent()) {
            return choose(choices.get());
        }
        Optional<Fields> other = References.target(schema, scope.root()).or(() -> alternative(schema, scope));
        return other.isPresent() ? make(other.get(), scope.deeper()) : ofType(schema, scope);
    }

    private @Nullable Object choose(List<?> choices) {
        return choices.stream().allMatch(String.class::isInstance)
                ? chooser.choose(choices.stream().map(String.class::cast).toList(), random)
                : choices.get(random.nextInt(choices.size()));
    }

    /// The first alternative, or the last one when the value is deep already: that is where a list of itself ends.
    private static Optional<Fields> alternative(Fields schema, Scope scope) {
        List<Fields> any = new ArrayList<>(schema.objects("anyOf"));
        any.addAll(schema.objects("oneOf"));
        if (any.isEmpty()) {
            return schema.objects("allOf").stream().reduce(AllOf::merge).map(all -> AllOf.merge(schema, all));
        }
        return Optional.of(scope.isDeep() ? any.getLast() : any.getFirst());
    }

    private @Nullable Object ofType(Fields schema, Scope scope) {
        return switch (Types.of(schema, scope.isDeep())) {
            case "object" -> object(schema, scope);
            case "array" -> array(schema, scope);
            case "integer" -> Numbers.whole(schema, random);
            case "number" -> Numbers.decimal(schema, random);
            case "boolean" -> random.nextBoolean();
            case "null" -> null;
            default -> Texts.of(schema, random);
        };
    }

    private Map<String, @Nullable Object> object(Fields schema, Scope scope) {
        Map<String, @Nullable Object> object = JsonObjects.object();
        Fields properties = schema.object("properties").orElse(Fields.NONE);
        List<?> required = schema.list("required").orElse(List.of());
        for (String name : properties.all().keySet()) {
            boolean wanted = required.contains(name) || !scope.isDeep();
            if (wanted) {
                object.put(name, make(properties.object(name).orElse(Fields.NONE), scope.deeper()));
            }
        }
        for (Object name : required) {
            if (!properties.has(String.valueOf(name))) {
                object.put(String.valueOf(name), "text");
            }
        }
        return object;
    }

    private List<@Nullable Object> array(Fields schema, Scope scope) {
        var items = new ArrayList<@Nullable Object>();
        for (Fields first : schema.objects("prefixItems")) {
            items.add(make(first, scope.deeper()));
        }
        long least = schema.number("minItems").map(Number::longValue).orElse(0L);
        long most = schema.number("maxItems").map(Number::longValue).orElse(Long.MAX_VALUE);
        long wanted = Math.min(most, Math.max(least, scope.isDeep() ? 0 : 1 + random.nextInt(2)));
        Fields each = schema.object("items").orElse(Fields.NONE);
        while (items.size() < wanted) {
            items.add(make(each, scope.deeper()));
        }
        return items;
    }
}

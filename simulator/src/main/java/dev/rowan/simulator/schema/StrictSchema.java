package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The rules of strict structured output: objects are closed, and where wanted every property is required.
public final class StrictSchema {

    /// Which rule a schema breaks, and where: `context` is the path of names from the root.
    public sealed interface Breach {
        List<String> context();

        record Open(List<String> context) implements Breach {}

        record NotRequired(List<String> context, String property) implements Breach {}
    }

    private final boolean allRequired;

    private StrictSchema(boolean allRequired) {
        this.allRequired = allRequired;
    }

    /// Objects must be closed and all their properties required.
    public static StrictSchema closedAndRequired() {
        return new StrictSchema(true);
    }

    /// Objects must be closed.
    public static StrictSchema closed() {
        return new StrictSchema(false);
    }

    /// The first breach in `schema`, outer parts before inner ones.
    public Optional<Breach> breach(Fields schema) {
        return breaches(schema, List.of()).findFirst();
    }

    private Stream<Breach> breaches(Fields schema, List<String> context) {
        return Stream.concat(own(schema, context), inner(schema, context));
    }

    private Stream<Breach> own(Fields schema, List<String> context) {
        if (!Types.of(schema, false).equals("object")) {
            return Stream.empty();
        }
        if (!Boolean.FALSE.equals(schema.get("additionalProperties"))) {
            return Stream.of(new Breach.Open(context));
        }
        Set<Object> required =
                schema.list("required").stream().flatMap(List::stream).collect(Collectors.toSet());
        return schema.object("properties").orElse(Fields.NONE).all().keySet().stream()
                .filter(name -> allRequired && !required.contains(name))
                .map(name -> new Breach.NotRequired(context, name));
    }

    private Stream<Breach> inner(Fields schema, List<String> context) {
        Stream<Breach> named = Stream.of("properties", "$defs")
                .flatMap(group -> schema.object(group).stream()
                        .flatMap(members -> members.all().keySet().stream()
                                .flatMap(name -> members.object(name).stream()
                                        .flatMap(member -> breaches(member, plus(plus(context, group), name))))));
        Stream<Breach> items = schema.object("items").stream().flatMap(each -> breaches(each, plus(context, "items")));
        Stream<Breach> any = Stream.of("anyOf", "allOf")
                .flatMap(group -> schema.objects(group).stream().flatMap(one -> breaches(one, plus(context, group))));
        return Stream.of(named, items, any).flatMap(all -> all);
    }

    private static List<String> plus(List<String> context, String name) {
        return Stream.concat(context.stream(), Stream.of(name)).toList();
    }
}

package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import java.util.Optional;

/// References from one part of a schema to another, such as `#/$defs/name`.
final class References {
    private References() {}

    static Optional<Fields> target(Fields schema, Fields root) {
        return schema.text("$ref").filter(ref -> ref.startsWith("#")).flatMap(ref -> follow(ref, root));
    }

    private static Optional<Fields> follow(String ref, Fields root) {
        Optional<Fields> here = Optional.of(root);
        for (String step : ref.substring(1).split("/", -1)) {
            if (!step.isEmpty()) {
                here = here.flatMap(fields -> fields.object(step));
            }
        }
        return here;
    }
}

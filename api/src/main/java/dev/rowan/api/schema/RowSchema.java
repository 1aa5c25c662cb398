package dev.rowan.api.schema;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import java.util.Map;
import java.util.Optional;

public record RowSchema() {
    public static final RowSchema DYNAMIC = new RowSchema();

    public static Option<RowSchema> option(String name) {
        return Option.<RowSchema>free(name, "", Map.of(), _ -> new Option.Reading.Value<>(DYNAMIC))
                .optional();
    }

    public Optional<Reason> check(Row row) {
        return row.size() < 0 ? Optional.of(Reason.of("x", "x")) : Optional.empty();
    }
}

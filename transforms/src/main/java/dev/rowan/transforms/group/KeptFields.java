package dev.rowan.transforms.group;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.text.FieldReasons;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The fields of a group's first member that its row keeps, such as the one that groups are made by.
public record KeptFields(List<String> names) {
    public static final Option<List<String>> KEEP = Option.texts("keep")
            .orElse(List.of())
            .describedAs("fields of the first member that the new row keeps, such as those of 'aggregate.by'");

    public KeptFields {
        names = List.copyOf(names);
    }

    /// Reads `keep`; the row also gets the field `added`.
    public static KeptFields read(Section section, String added) {
        List<String> names = section.get(KEEP);
        if (names.contains(added)) {
            section.problem(KEEP, "must not name the field that is added, got '" + added + "'");
        }
        if (names.stream().distinct().count() < names.size()) {
            section.problem(KEEP, "must name each field once, got " + names);
        }
        return new KeptFields(names.stream().distinct().toList());
    }

    /// Why a member cannot be used: it lacks a field that is kept or in `used`.
    public Optional<Reason> missing(Row member, List<String> used) {
        return Stream.concat(names.stream(), used.stream())
                .filter(name -> !member.has(name))
                .findFirst()
                .map(FieldReasons::missing);
    }

    public Row of(Row member) {
        Row kept = Row.empty();
        for (String name : names) {
            kept = kept.with(name, member.get(name));
        }
        return kept;
    }

    public List<FieldUse> fieldUses() {
        return names.stream().map(name -> FieldUse.required(name, KEEP.name())).toList();
    }
}

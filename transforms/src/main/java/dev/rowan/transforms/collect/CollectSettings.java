package dev.rowan.transforms.collect;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.transforms.group.KeptFields;
import java.util.List;

/// The settings of `collect`; without `fields` an item has all fields of its member.
record CollectSettings(List<String> fields, String as, KeptFields keep) {
    static final Option<List<String>> FIELDS = Option.texts("fields")
            .orElse(List.of())
            .describedAs("the fields of each item; by default all fields of the member");

    static final Option<String> AS =
            Option.text("as").orElse("items").describedAs("the field of the new row for the list");

    static final Options OPTIONS = Options.of(FIELDS, AS, KeptFields.KEEP);

    CollectSettings {
        fields = List.copyOf(fields);
    }

    static CollectSettings read(Section section) {
        String as = section.get(AS);
        return new CollectSettings(section.get(FIELDS), as, KeptFields.read(section, as));
    }
}

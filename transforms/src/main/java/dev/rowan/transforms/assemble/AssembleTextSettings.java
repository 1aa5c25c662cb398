package dev.rowan.transforms.assemble;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.transforms.group.KeptFields;

/// The settings of `assemble_text`.
record AssembleTextSettings(String field, MemberTemplate template, String separator, String as, KeptFields keep) {
    static final Option<String> FIELD = Option.text("field").describedAs("the field whose values are joined");

    static final Option<String> TEMPLATE = Option.text("template")
            .orElse("{{ value }}")
            .describedAs("the text of each member: {{ value }} is the field, {{ number }} the member's number from 1,"
                    + " {{ row.NAME }} another field of it");

    static final Option<String> SEPARATOR =
            Option.text("separator").orElse("\n").describedAs("text between two members");

    static final Option<String> AS =
            Option.text("as").orElse("text").describedAs("the field of the new row for the text");

    static final Options OPTIONS = Options.of(FIELD, TEMPLATE, SEPARATOR, AS, KeptFields.KEEP);

    static AssembleTextSettings read(Section section) {
        String as = section.get(AS);
        MemberTemplate template = switch (MemberTemplate.parse(section.get(TEMPLATE))) {
            case MemberTemplate.Parsed.Valid(var valid) -> valid;
            case MemberTemplate.Parsed.Invalid(String mustHold) -> {
                section.problem(TEMPLATE, mustHold);
                yield MemberTemplate.EMPTY;
            }
        };
        return new AssembleTextSettings(
                section.get(FIELD), template, section.get(SEPARATOR), as, KeptFields.read(section, as));
    }
}

package dev.rowan.transforms.assemble;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Joins a field of the members of a group into one text, each by a template.
final class AssembleText implements Aggregator {
    private final AssembleTextSettings settings;
    private final List<String> printed;

    AssembleText(AssembleTextSettings settings) {
        this.settings = settings;
        this.printed = Stream.concat(
                        Stream.of(settings.field()), settings.template().fields())
                .distinct()
                .toList();
    }

    @Override
    public Group begin() {
        return new Assembled();
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return new RowFields(settings.keep().names(), true).with(List.of(settings.as()));
    }

    @Override
    public List<FieldUse> fieldUses() {
        return Stream.of(
                        settings.keep().fieldUses().stream(),
                        Stream.of(FieldUse.required(settings.field(), AssembleTextSettings.FIELD.name())),
                        settings.template()
                                .fields()
                                .map(name -> FieldUse.required(name, AssembleTextSettings.TEMPLATE.name())))
                .flatMap(uses -> uses)
                .toList();
    }

    private final class Assembled implements Group {
        private final StringBuilder text = new StringBuilder();
        private Row kept = Row.empty();
        private long members;

        @Override
        public Optional<Reason> add(Row member) {
            Optional<Reason> wrong = settings.keep()
                    .missing(member, printed)
                    .or(() -> printed.stream()
                            .filter(name ->
                                    MemberTemplate.printed(member.get(name)).isEmpty())
                            .findFirst()
                            .map(name -> FieldReasons.notText(name, member.get(name))));
            if (wrong.isPresent()) {
                return wrong;
            }
            if (members == 0) {
                kept = settings.keep().of(member);
            } else {
                text.append(settings.separator());
            }
            members++;
            text.append(settings.template().render(member, settings.field(), members));
            return Optional.empty();
        }

        @Override
        public TransformResult close() {
            return members == 0
                    ? TransformResult.successMulti(List.of())
                    : TransformResult.success(kept.with(settings.as(), text.toString()));
        }
    }
}

package dev.rowan.transforms.mapper;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.FieldUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a field mapper is told: new names, what goes, what alone stays, and what a field that is not there means.
record FieldMapperSettings(Map<String, String> mapping, Set<String> drop, Optional<Set<String>> keep, Missing missing) {

    /// What to do about a field that is named here and not in the row.
    enum Missing {
        ERROR,
        IGNORE
    }

    static final Option<Map<String, String>> MAPPING = Option.textMap("mapping")
            .orElse(Map.of())
            .describedAs("fields to rename, 'old: new'; the order of fields does not change");

    static final Option<List<String>> DROP =
            Option.texts("drop").orElse(List.of()).describedAs("fields to drop");

    static final Option<List<String>> KEEP = Option.texts("keep")
            .optional()
            .describedAs("the only fields to keep, by old name, in addition to those in 'mapping'; cannot be "
                    + "combined with 'drop'");

    static final Option<Missing> MISSING = Option.choice("missing", Missing.class)
            .orElse(Missing.ERROR)
            .describedAs("'error' if a row lacks a field named here, or 'ignore' the name");

    static final Options OPTIONS = Options.of(MAPPING, DROP, KEEP, MISSING);

    FieldMapperSettings {
        mapping = Collections.unmodifiableMap(new LinkedHashMap<>(mapping));
        drop = Set.copyOf(drop);
        keep = keep.map(Set::copyOf);
    }

    static FieldMapperSettings read(Section section) {
        var settings = new FieldMapperSettings(
                section.get(MAPPING),
                new HashSet<>(section.get(DROP)),
                section.find(KEEP).map(HashSet::new),
                section.get(MISSING));
        settings.check(section);
        return settings;
    }

    private void check(Section section) {
        if (mapping.isEmpty() && drop.isEmpty() && keep.isEmpty()) {
            section.problem(MAPPING, "needs at least one of 'mapping', 'drop' and 'keep'");
        }
        if (keep.isPresent() && !drop.isEmpty()) {
            section.problem(DROP, "must not be combined with 'keep', which already omits the rest");
        }
        var targets = new HashSet<String>();
        mapping.forEach((from, to) -> {
            if (to.isEmpty()) {
                section.problem(MAPPING, "the new name of '" + from + "' must not be empty");
            }
            if (!targets.add(to)) {
                section.problem(MAPPING, "must give each field a name of its own, got '" + to + "' twice");
            }
            if (drop.contains(from)) {
                section.problem(DROP, "must not name '" + from + "', which 'mapping' renames");
            }
        });
    }

    /// The fields that rows must have, and the new names, which none may have but those that go.
    List<FieldUse> uses() {
        var uses = new ArrayList<FieldUse>();
        if (missing == Missing.ERROR) {
            mapping.keySet().forEach(from -> uses.add(FieldUse.required(from, MAPPING.name(), from)));
            drop.stream().sorted().forEach(name -> uses.add(FieldUse.required(name, DROP.name())));
            keep.orElse(Set.of()).stream().sorted().forEach(name -> uses.add(FieldUse.required(name, KEEP.name())));
        }
        mapping.forEach((from, to) -> {
            if (!from.equals(to) && target(to).filter(to::equals).isPresent()) {
                uses.add(FieldUse.added(to, MAPPING.name(), from));
            }
        });
        return uses;
    }

    /// The name under which a field continues; empty when it is left out.
    Optional<String> target(String name) {
        String renamed = mapping.get(name);
        if (renamed != null) {
            return Optional.of(renamed);
        }
        boolean stays = keep.map(kept -> kept.contains(name)).orElseGet(() -> !drop.contains(name));
        return stays ? Optional.of(name) : Optional.empty();
    }
}

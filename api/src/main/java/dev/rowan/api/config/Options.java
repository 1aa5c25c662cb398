package dev.rowan.api.config;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The keys that a section accepts, and those that it rejects with a reason.
public record Options(List<Option<?>> list, Map<String, String> refused) {

    public Options {
        list = List.copyOf(list);
        refused = Map.copyOf(refused);
        var names = new HashSet<String>();
        for (Option<?> option : list) {
            if (!names.add(option.name())) {
                throw new IllegalArgumentException("options need different names, got '" + option.name() + "' twice");
            }
        }
    }

    public static Options of(Option<?>... options) {
        return new Options(List.of(options), Map.of());
    }

    public Options and(Options more) {
        var reasons = new LinkedHashMap<>(refused);
        reasons.putAll(more.refused);
        return new Options(Stream.concat(list.stream(), more.list.stream()).toList(), reasons);
    }

    /// These options, plus a key `name` that is rejected for the reason `why`.
    public Options rejecting(String name, String why) {
        return and(new Options(List.of(), Map.of(name, why)));
    }

    public List<String> names() {
        return list.stream().map(Option::name).toList();
    }

    Optional<Option<?>> find(String name) {
        return list.stream().filter(option -> option.name().equals(name)).findFirst();
    }
}

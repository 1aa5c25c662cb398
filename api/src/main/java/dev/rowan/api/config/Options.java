package dev.rowan.api.config;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The keys a section knows, each by a name of its own.
public record Options(List<Option<?>> list) {

    public Options {
        list = List.copyOf(list);
        var names = new HashSet<String>();
        for (Option<?> option : list) {
            if (!names.add(option.name())) {
                throw new IllegalArgumentException("options need different names, got '" + option.name() + "' twice");
            }
        }
    }

    public static Options of(Option<?>... options) {
        return new Options(List.of(options));
    }

    public Options and(Options more) {
        return new Options(Stream.concat(list.stream(), more.list.stream()).toList());
    }

    public List<String> names() {
        return list.stream().map(Option::name).toList();
    }

    Optional<Option<?>> find(String name) {
        return list.stream().filter(option -> option.name().equals(name)).findFirst();
    }
}

package dev.rowan.api.config;

import java.util.List;
import java.util.stream.Stream;

/// The keys a section knows.
public record Options(List<Option<?>> list) {

    public Options {
        list = List.copyOf(list);
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
}

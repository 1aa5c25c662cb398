package dev.rowan.app;

import java.util.List;

/// A command as it is typed in a folder, its exit code, and what stands in its output then.
record LocaleStep(int code, String line, List<String> output) {

    static LocaleStep of(int code, String line, String... output) {
        return new LocaleStep(code, line, List.of(output));
    }

    /// The name of the command, such as `batch list`.
    String command() {
        List<String> words = List.of(line.split(" "));
        return words.getFirst().equals("batch") ? "batch " + words.get(1) : words.getFirst();
    }
}

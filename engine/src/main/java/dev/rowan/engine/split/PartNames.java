package dev.rowan.engine.split;

import java.nio.file.Path;

/// The names of parts beside an output.
final class PartNames {
    private static final String NUMBER = "{n}";

    private PartNames() {}

    /// A part that is joined to the output `name` at the end.
    static String joined(String name, int split) {
        return name + ".part-" + split;
    }

    /// A part that stays: with the number of the split from 1 in the place of `{n}`, or from 0 before the ending.
    static String listed(String name, int split) {
        if (name.contains(NUMBER)) {
            return name.replace(NUMBER, String.valueOf(split + 1));
        }
        int ending = ending(name);
        return "%s-%05d%s".formatted(name.substring(0, ending), split, name.substring(ending));
    }

    /// The manifest that lists the parts of `name`.
    static String manifest(String name) {
        return name.replaceAll("[-_.]?\\{n}", "") + ".manifest.json";
    }

    /// Where the ending starts, such as `.csv` or `.csv.gz`.
    private static int ending(String name) {
        String unpacked = name.replaceFirst("\\.(gz|zst)$", "");
        int dot = unpacked.lastIndexOf('.');
        return dot > 0 || (dot == 0 && unpacked.length() < name.length()) ? dot : unpacked.length();
    }

    /// The name of a file.
    static String of(Path file) {
        return String.valueOf(file.getFileName());
    }
}

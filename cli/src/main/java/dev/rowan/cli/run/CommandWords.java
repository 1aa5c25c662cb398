package dev.rowan.cli.run;

import java.util.List;
import java.util.regex.Pattern;

/// The words of a command line as they may be recorded: without the user and password of an address.
final class CommandWords {
    private static final Pattern LOGIN = Pattern.compile("://\\S*@");
    private static final Pattern PASSWORD = Pattern.compile("(?i)([?&]password=)[^&]*");

    private CommandWords() {}

    static List<String> of(List<String> words) {
        return words.stream()
                .map(word -> LOGIN.matcher(word).replaceAll("://***@"))
                .map(word -> PASSWORD.matcher(word).replaceAll("$1***"))
                .toList();
    }
}

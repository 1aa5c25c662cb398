package dev.rowan.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What of the command line and the environment the JVM could not read: in the C locale it takes them for ASCII. The
/// launcher sets a locale that can; who starts `java` has to.
///
/// `charset` is the JVM's for file names, words and variables.
record GarbledNames(String charset, List<String> words, String folder, Map<String, String> environment) {
    private static final String UNREADABLE = "\uFFFD";

    /// Why nothing can be done: a word or the current folder is not what it was.
    Optional<String> refusal() {
        return Stream.concat(words.stream(), Stream.of(folder))
                .filter(this::isGarbled)
                .findFirst()
                .map(name -> "'" + name + "' could not be read" + advice());
    }

    /// Which variables have values that are not what they were.
    Optional<String> warning() {
        List<String> names = environment.entrySet().stream()
                .filter(variable -> isGarbled(variable.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("variables could not be read: " + String.join(", ", names) + advice());
    }

    private boolean isGarbled(String text) {
        return !charset.equals("UTF-8") && text.contains(UNREADABLE);
    }

    private String advice() {
        return ": the locale's character set is " + charset + "; set LC_ALL=C.UTF-8, or use the launcher 'rowan'";
    }
}

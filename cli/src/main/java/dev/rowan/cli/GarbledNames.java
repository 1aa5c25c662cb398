package dev.rowan.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Arguments and environment variables that the JVM could not decode: in the C locale it assumes ASCII. The launcher
/// sets a UTF-8 locale; a caller of plain `java` must set one.
/// `charset` is the JVM's charset for file names, arguments and variables.
record GarbledNames(String charset, List<String> arguments, String folder, Map<String, String> environment) {
    private static final String UNREADABLE = "\uFFFD";

    /// The error, if an argument or the current directory could not be decoded.
    Optional<String> refusal() {
        return Stream.concat(arguments.stream(), Stream.of(folder))
                .filter(this::isGarbled)
                .findFirst()
                .map(name -> "'" + name + "' could not be decoded" + advice());
    }

    /// The variables whose values could not be decoded.
    Optional<String> warning() {
        List<String> names = environment.entrySet().stream()
                .filter(variable -> isGarbled(variable.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("environment variables could not be decoded: " + String.join(", ", names) + advice());
    }

    private boolean isGarbled(String text) {
        return !charset.equals("UTF-8") && text.contains(UNREADABLE);
    }

    private String advice() {
        return ": the locale's character set is " + charset + "; set LC_ALL=C.UTF-8, or use the launcher 'rowan'";
    }
}

package dev.rowan.cli.terminal;

import java.io.Console;
import java.util.Optional;

/// Asks the person at the terminal.
public interface Consent {

    /// The answer, or empty where there is nobody to ask.
    Optional<String> ask(String question);

    /// Asks on the terminal that both input and output are connected with.
    static Consent ofTerminal() {
        return question -> Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(console -> {
                    console.printf("%s", question);
                    return Optional.ofNullable(console.readLine()).orElse("");
                });
    }
}

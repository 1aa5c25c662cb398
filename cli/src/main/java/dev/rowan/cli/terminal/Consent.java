package dev.rowan.cli.terminal;

import java.io.Console;
import java.util.Optional;

/// Asks the user for confirmation.
public interface Consent {

    /// The answer; empty without a terminal.
    Optional<String> ask(String question);

    /// Asks on the console.
    static Consent ofTerminal() {
        return question -> Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(console -> {
                    console.printf("%s", question);
                    return Optional.ofNullable(console.readLine()).orElse("");
                });
    }
}

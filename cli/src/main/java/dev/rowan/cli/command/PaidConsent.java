package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Consent;
import dev.rowan.cli.terminal.Shell;
import java.util.Optional;

/// Asks before a command makes calls that cost something.
public final class PaidConsent {
    private PaidConsent() {}

    /// Returns if `what` is agreed to, by `yes` or on the terminal; nothing is asked if it is `simulated`. With `json`
    /// there is no dialogue.
    public static void obtain(String what, boolean simulated, boolean yes, boolean json, Shell shell) {
        if (simulated || yes) {
            shell.printError((simulated ? "SIMULATED, not billed: " : "") + what);
            return;
        }
        Optional<String> answer =
                json ? Optional.empty() : Consent.ofTerminal().ask("This makes " + what + ". Type 'yes' to continue: ");
        if (answer.isEmpty()) {
            throw new UsageException("nothing was sent: no terminal to confirm on; pass --yes for " + what);
        }
        if (!answer.get().strip().equals("yes")) {
            throw new UsageException("nothing was sent: not confirmed with 'yes'");
        }
    }
}

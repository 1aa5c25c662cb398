package dev.rowan.cli.observe;

import dev.rowan.cli.terminal.Shell;
import java.security.SecureRandom;
import java.util.HexFormat;

/// The access token of the page.
public final class PageToken {
    private static final int BYTES = 24;

    private PageToken() {}

    /// Random, unless the environment sets it: API clients need a stable one.
    public static String of(Shell shell) {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return shell.variable("ROWAN_TOKEN").orElseGet(() -> HexFormat.of().formatHex(bytes));
    }
}

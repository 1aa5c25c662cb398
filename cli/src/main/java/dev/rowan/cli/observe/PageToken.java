package dev.rowan.cli.observe;

import dev.rowan.cli.terminal.Shell;
import java.security.SecureRandom;
import java.util.HexFormat;

/// The token that lets someone look at the page.
public final class PageToken {
    private static final int BYTES = 24;

    private PageToken() {}

    /// A new one each time, unless the environment sets it: a program that asks the API again and again needs
    /// one that stays.
    public static String of(Shell shell) {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return shell.variable("ROWAN_TOKEN").orElseGet(() -> HexFormat.of().formatHex(bytes));
    }
}

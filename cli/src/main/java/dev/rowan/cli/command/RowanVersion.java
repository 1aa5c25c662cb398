package dev.rowan.cli.command;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The version from the jar's manifest.
public final class RowanVersion implements IVersionProvider {

    public static String number() {
        return Optional.ofNullable(RowanVersion.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
    }

    /// What `rowan --version` prints.
    public static String text() {
        return "rowan " + number();
    }

    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }
}

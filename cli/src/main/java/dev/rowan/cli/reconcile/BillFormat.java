package dev.rowan.cli.reconcile;

import java.util.Locale;

/// The providers whose accounts can be read.
enum BillFormat {
    OPENAI,
    ANTHROPIC,
    AZURE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether calls to `host` are this provider's.
    boolean isOwn(String host) {
        String name = "." + host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
        return switch (this) {
            case OPENAI -> name.endsWith(".openai.com");
            case ANTHROPIC -> name.endsWith(".anthropic.com");
            case AZURE -> name.endsWith(".openai.azure.com") || name.endsWith(".cognitiveservices.azure.com");
        };
    }

    /// Whether `host` is this machine or the built-in simulator, which may stand for any provider.
    static boolean isLocal(String host) {
        return host.matches("(?i)(127\\.0\\.0\\.1|localhost|simulator)(:.*)?");
    }
}

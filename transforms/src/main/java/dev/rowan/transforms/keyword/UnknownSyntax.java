package dev.rowan.transforms.keyword;

/// A part of a pattern that [PatternReader] does not know; its requirement is then unknown.
final class UnknownSyntax extends Exception {
    private static final long serialVersionUID = 1L;

    static void unless(boolean known) throws UnknownSyntax {
        if (!known) {
            throw new UnknownSyntax();
        }
    }
}

package dev.rowan.web.html;

/// Invisible characters: controls, and direction marks that reorder the text around them.
final class Visible {
    private Visible() {}

    static boolean isHidden(char c) {
        return (c < 0x20 && c != '\n' && c != '\t' && c != '\r')
                || (c >= 0x7f && c <= 0x9f)
                || c == 0x061c
                || c == 0x200e
                || c == 0x200f
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0xfeff
                || c == 0xfffe
                || c == 0xffff;
    }
}

package dev.rowan.browser;

import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;

/// How wide a window is, and whether the reader wants it light or dark.
record Look(int width, int height, ColorScheme scheme) {
    static final Look DESK = new Look(1280, 900, ColorScheme.LIGHT);
    static final Look DESK_DARK = new Look(1280, 900, ColorScheme.DARK);
    static final Look PHONE = new Look(375, 812, ColorScheme.LIGHT);
    static final Look PHONE_DARK = new Look(375, 812, ColorScheme.DARK);

    static List<Look> all() {
        return List.of(DESK, DESK_DARK, PHONE, PHONE_DARK);
    }

    @Override
    public String toString() {
        return width + "-" + scheme.name().toLowerCase(Locale.ROOT);
    }
}

package dev.rowan.browser;

import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;

/// Window size and colour scheme.
record Viewport(int width, int height, ColorScheme scheme) {
    static final Viewport DESK = new Viewport(1280, 900, ColorScheme.LIGHT);
    static final Viewport DESK_DARK = new Viewport(1280, 900, ColorScheme.DARK);
    static final Viewport PHONE = new Viewport(375, 812, ColorScheme.LIGHT);
    static final Viewport PHONE_DARK = new Viewport(375, 812, ColorScheme.DARK);

    static List<Viewport> all() {
        return List.of(DESK, DESK_DARK, PHONE, PHONE_DARK);
    }

    @Override
    public String toString() {
        return width + "-" + scheme.name().toLowerCase(Locale.ROOT);
    }
}

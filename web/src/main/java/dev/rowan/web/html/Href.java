package dev.rowan.web.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Parts of addresses.
public final class Href {
    private Href() {}

    /// A path segment or query value, percent-encoded.
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

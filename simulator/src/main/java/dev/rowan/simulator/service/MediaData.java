package dev.rowan.simulator.service;

import java.util.Base64;
import java.util.Set;

/// Images and documents in requests.
public final class MediaData {
    public static final Set<String> IMAGES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    public static final String PDF = "application/pdf";

    private MediaData() {}

    /// Whether `text` is base64, and not empty.
    public static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text).length > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// Whether `url` is a data URL of one of `types` with content in base64.
    public static boolean isDataUrl(String url, Set<String> types) {
        int comma = url.indexOf(',');
        return comma > 0
                && types.stream().anyMatch(type -> url.substring(0, comma).equals("data:" + type + ";base64"))
                && isBase64(url.substring(comma + 1));
    }
}

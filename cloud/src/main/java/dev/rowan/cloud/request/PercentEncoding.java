package dev.rowan.cloud.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Percent-encoding as the signatures of storage services require it: everything but unreserved characters.
public final class PercentEncoding {
    private static final String UNRESERVED = "-._~";

    private PercentEncoding() {}

    /// A path: slashes stay.
    public static String path(String text) {
        return encoded(text, UNRESERVED + "/");
    }

    /// A name or value of a query.
    public static String value(String text) {
        return encoded(text, UNRESERVED);
    }

    /// A query in the order of its names.
    public static String query(SortedMap<String, String> parameters) {
        return parameters.entrySet().stream()
                .map((Map.Entry<String, String> entry) -> value(entry.getKey()) + "=" + value(entry.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text, String kept) {
        var encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(UTF_8)) {
            if (b >= 0 && (Character.isLetterOrDigit(b) || kept.indexOf(b) >= 0)) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append("%02X".formatted(b & 0xFF));
            }
        }
        return encoded.toString();
    }
}

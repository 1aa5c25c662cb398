package dev.rowan.simulator.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Dates as HTTP writes them: `Thu, 01 Jan 2026 00:00:00 GMT`.
public final class HttpDate {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    public static String of(Instant time) {
        return FORMAT.format(time);
    }
}

package dev.rowan.engine.run;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;

/// Run ids: the start time and four letters, so that they sort by time and can be typed.
final class RunId {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    private RunId() {}

    static String create(Instant start, RandomGenerator random) {
        var id = new StringBuilder(TIME.format(start)).append('-');
        for (int i = 0; i < 4; i++) {
            id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return id.toString();
    }
}

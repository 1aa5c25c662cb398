package dev.rowan.simulator.openai;

import java.time.Duration;

/// Durations as OpenAI's headers write them: `20ms`, `1.5s`, `6m0s`.
final class GoDurationText {
    private GoDurationText() {}

    static String of(Duration time) {
        long millis = Math.ceilDiv(time.toNanos(), 1_000_000);
        if (millis < 1_000) {
            return millis + "ms";
        }
        String seconds = millis % 60_000 % 1_000 == 0
                ? Long.toString(millis % 60_000 / 1_000)
                : Double.toString(millis % 60_000 / 1_000.0);
        long minutes = millis / 60_000;
        if (minutes == 0) {
            return seconds + "s";
        }
        return minutes < 60 ? minutes + "m" + seconds + "s" : minutes / 60 + "h" + minutes % 60 + "m" + seconds + "s";
    }
}

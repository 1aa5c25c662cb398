package dev.rowan.cli.run;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.pool.PaceState;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.throttle.LimitShare;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The current rate limit of each service and its cause, one line per service.
final class LimitText {
    /// Further services are only counted.
    private static final int MAX_LINES = 4;

    private static final double MINUTE = 60e9;

    private LimitText() {}

    /// `api.openai.com: at most 48 calls/s; rate-limited (429), last 3 s ago`
    static List<String> lines(CallStatistics.Snapshot calls) {
        var lines = new ArrayList<String>();
        calls.paces().stream().limit(MAX_LINES).map(LimitText::line).forEach(lines::add);
        if (calls.paces().size() > MAX_LINES) {
            lines.add("and " + Figures.counted(calls.paces().size() - MAX_LINES, "service") + " more");
        }
        return lines;
    }

    private static String line(CallStatistics.ServicePace service) {
        PaceState pace = service.pace();
        String host = SafeText.line(service.address()).replaceFirst("^https?://", "");
        if (pace.down().isPresent()) {
            return host + ": " + down(pace.down().get());
        }
        return host + ": "
                + (pace.heldFor().isZero()
                        ? limit(pace) + "; " + cause(pace)
                        : "Retry-After, " + age(pace.heldFor()) + " left")
                + pace.share().map(LimitText::shared).orElse("");
    }

    /// `; limit shared by 3 processes, share 33 %`
    private static String shared(LimitShare share) {
        return "; " + new Sample.SharedLimit(share.members(), share.share()).label();
    }

    /// `unreachable for 14 s (connect: connection refused), next probe in 4 s`
    private static String down(PaceState.Down down) {
        return "unreachable for " + age(down.lasted()) + " (" + SafeText.line(down.why()) + "), next probe in "
                + age(down.nextProbe());
    }

    private static String limit(PaceState pace) {
        String calls = isDeclared(pace)
                ? "at most " + Figures.count(pace.declared().requestsPerMinute().orElseThrow()) + " calls/min"
                : pace.delay().isZero() ? "no delay" : "at most " + rate(perMinute(pace));
        return calls
                + pace.declared()
                        .tokensPerMinute()
                        .map(most -> ", " + Figures.count(most) + " tokens/min")
                        .orElse("");
    }

    /// Whether a declared limit, not a detected one, is in effect.
    private static boolean isDeclared(PaceState pace) {
        return pace.declared()
                .requestsPerMinute()
                .filter(most -> most <= perMinute(pace))
                .isPresent();
    }

    private static double perMinute(PaceState pace) {
        return pace.delay().isZero()
                ? Double.POSITIVE_INFINITY
                : MINUTE / pace.delay().toNanos();
    }

    private static String rate(double perMinute) {
        double perSecond = perMinute / 60;
        return perSecond >= 10
                ? Figures.count(Math.round(perSecond)) + " calls/s"
                : perSecond >= 1
                        ? String.format(Locale.ROOT, "%.1f calls/s", perSecond)
                        : String.format(Locale.ROOT, "%.1f calls/min", perMinute);
    }

    private static String cause(PaceState pace) {
        return switch (pace.cause()) {
            case NEVER_REFUSED -> isDeclared(pace) ? "declared limit" : "not rate-limited";
            case REFUSED -> "rate-limited (429), last " + age(pace.since()) + " ago";
            case ASKED_TO_WAIT -> "Retry-After, last " + age(pace.since()) + " ago";
        };
    }

    static String age(Duration time) {
        return time.toMinutes() >= 2 ? time.toMinutes() + " min" : (time.toMillis() + 999) / 1_000 + " s";
    }
}

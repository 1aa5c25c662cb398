package dev.rowan.providers.http;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/// Whether and how long a connection may be reused.
final class ConnectionReuse {
    private static final Pattern TIMEOUT = Pattern.compile("(?i)(?:^|[,; ])timeout=(\\d{1,6})(?:$|[,; ])");

    private ConnectionReuse() {}

    static boolean allowed(ClassicHttpRequest request, ClassicHttpResponse response) {
        return DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, HttpCoreContext.create());
    }

    /// Half of `Keep-Alive: timeout=…`, so that we close first, and at most `limit`.
    static Duration idle(Optional<String> keepAlive, Duration limit) {
        return keepAlive
                .map(TIMEOUT::matcher)
                .filter(Matcher::find)
                .map(found -> Duration.ofSeconds(Long.parseLong(found.group(1))).dividedBy(2))
                .filter(half -> half.compareTo(limit) < 0)
                .orElse(limit);
    }
}

package dev.rowan.web.http;

import dev.rowan.api.Time;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Decides who is answered: a known `Host`, the token, and for what changes something a request of our own
/// page.
///
/// A foreign page can make a browser send requests here. It cannot name our host unless it is our page (DNS
/// rebinding), it does not get the cookie along (`SameSite=Strict`), and its `Origin` is another. Shared
/// state, guarded by `lock`: how many passwords were wrong of late.
final class AccessGuard {
    private static final String COOKIE = "rowan_token_";
    private static final int MAX_WRONG = 10;
    private static final long FORGET_NANOS = 60_000_000_000L;

    private final WebAccess access;
    private final Time time;
    private final Set<String> hosts;
    private final String scheme;
    private final String cookie;
    private final ReentrantLock lock = new ReentrantLock();
    private int wrong;
    private long firstWrong;

    /// `port` is the listening port.
    AccessGuard(WebAccess access, int port, Time time) {
        this.access = access;
        this.time = time;
        this.scheme = access.tls().isPresent() ? "https" : "http";
        this.hosts = hosts(access, port);
        // browsers keep cookies by host and not by port: two servers on one machine must not overwrite each other's
        this.cookie = COOKIE + port;
    }

    private static Set<String> hosts(WebAccess access, int port) {
        var hosts = new HashSet<String>();
        if (access.bind().isLoopbackAddress()) {
            hosts.add("127.0.0.1:" + port);
            hosts.add("localhost:" + port);
            hosts.add("[::1]:" + port);
        }
        for (String name : access.names()) {
            hosts.add(name.toLowerCase(Locale.ROOT) + ":" + port);
            if (port == 443) {
                hosts.add(name.toLowerCase(Locale.ROOT));
            }
        }
        return hosts;
    }

    /// Rejects unauthorized requests; `open` ones need no token.
    void check(WebRequest request, boolean open) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        if (!hosts.contains(host)) {
            throw new WebRequestException(421, "unknown host name '" + host + "'");
        }
        Optional<String> origin = request.header("origin");
        if (origin.isPresent() && !origin.get().equals(scheme + "://" + host)) {
            throw new WebRequestException(403, "requests from pages of " + origin.get() + " are rejected");
        }
        String site = request.header("sec-fetch-site").orElse("none");
        if (!request.isRead() && !site.equals("same-origin") && !site.equals("none")) {
            throw new WebRequestException(403, "cross-site requests must not change anything");
        }
        if (!request.isRead() && origin.isEmpty() && bearer(request).isEmpty()) {
            throw new WebRequestException(
                    403,
                    "requests that change something need an Origin header or the token as 'Authorization: Bearer'");
        }
        if (!open && !isKnown(request)) {
            throw new WebRequestException(
                    401,
                    access.password().isPresent()
                            ? "sign in first"
                            : "open the address printed" + " when the server started: it contains the token");
        }
    }

    boolean isKnown(WebRequest request) {
        return bearer(request).map(access::isToken).orElse(false)
                || cookie(request).map(access::isToken).orElse(false);
    }

    /// Whether the token or the password is valid. Too many wrong passwords block sign-in for a minute; tokens are
    /// too long to guess, and a foreign page could lock users out by sending wrong ones.
    boolean admits(Optional<String> token, Optional<String> password) {
        if (access.password().isEmpty()) {
            return token.map(access::isToken).orElse(false);
        }
        lock.lock();
        try {
            if (wrong > 0 && time.nanos() - firstWrong > FORGET_NANOS) {
                wrong = 0;
            }
            if (wrong >= MAX_WRONG) {
                throw new WebRequestException(429, "too many wrong attempts; wait a minute");
            }
            boolean right = password.map(access::isPassword).orElse(false);
            if (!right && wrong++ == 0) {
                firstWrong = time.nanos();
            }
            return right;
        } finally {
            lock.unlock();
        }
    }

    /// The session cookie.
    Map<String, String> welcome() {
        String secure = access.tls().isPresent() ? "; Secure" : "";
        return Map.of("Set-Cookie", cookie + "=" + access.token() + "; Path=/; HttpOnly; SameSite=Strict" + secure);
    }

    private static Optional<String> bearer(WebRequest request) {
        return request.header("authorization")
                .filter(value -> value.startsWith("Bearer "))
                .map(value -> value.substring("Bearer ".length()).strip());
    }

    private Optional<String> cookie(WebRequest request) {
        for (String part : request.header("cookie").orElse("").split(";", -1)) {
            String pair = part.strip();
            if (pair.startsWith(cookie + "=")) {
                return Optional.of(pair.substring(cookie.length() + 1));
            }
        }
        return Optional.empty();
    }
}

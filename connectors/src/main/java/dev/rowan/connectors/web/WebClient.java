package dev.rowan.connectors.web;

import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.cloud.request.RetriedRequest;
import dev.rowan.connectors.storage.ObjectVersion;
import dev.rowan.connectors.storage.RangeReader;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Downloads a file from a web server. Redirects are followed, each under the run's egress rules, and from a public
/// host never to localhost. Owned by the reader's thread.
final class WebClient implements RangeReader {
    private static final int MAX_REDIRECTS = 5;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration DOWNLOAD_DEADLINE = Duration.ofHours(1);
    private static final long MAX_BYTES = 1L << 40;

    private final URI asked;
    private final Optional<Secret> token;
    private final Wire wire;
    private final Time time;
    private URI current;

    WebClient(URI asked, Optional<Secret> token, Wire wire, Time time) {
        this.asked = asked;
        this.token = token;
        this.wire = wire;
        this.time = time;
        this.current = asked;
    }

    /// The file as it was found.
    sealed interface Looked {
        record Ranged(RangeReader reader, ObjectVersion version) implements Looked {}

        record Whole(WebClient client) implements Looked {}

        record Failed(String message) implements Looked {}
    }

    /// Asks for the first byte, which shows whether the server supports ranges.
    Looked look() throws PluginException {
        WireReply reply = RetriedRequest.send(time, RequestRetry.FEW, () -> follow(Headers.of("Range", "bytes=0-0")));
        if (reply instanceof WireReply.Complete complete && complete.status() == 206) {
            Optional<ObjectVersion> version = version(complete.headers());
            return version.isPresent() ? new Looked.Ranged(this, version.get()) : new Looked.Whole(this);
        }
        boolean whole =
                (reply instanceof WireReply.Complete complete && (complete.status() == 200 || complete.status() == 416))
                        || (reply instanceof WireReply.Unknown unknown
                                && unknown.status().orElse(0) == 200);
        return whole ? new Looked.Whole(this) : new Looked.Failed(address() + ": " + message(reply));
    }

    /// A strong ETag and the size, if the server gave both.
    private static Optional<ObjectVersion> version(Headers headers) {
        Optional<String> tag = headers.first("etag").filter(text -> text.startsWith("\""));
        Optional<String> size = headers.first("content-range")
                .map(range -> range.substring(range.lastIndexOf('/') + 1))
                .filter(text ->
                        !text.isEmpty() && text.length() < 18 && text.chars().allMatch(c -> c >= '0' && c <= '9'));
        return tag.flatMap(etag -> size.map(bytes -> new ObjectVersion(etag, Long.parseLong(bytes))));
    }

    /// Downloads the file to `into`; returns its SHA-256.
    String download(Path into) throws PluginException {
        WireReply reply = RetriedRequest.send(
                time,
                RequestRetry.MANY,
                () -> redirected(() -> wire.transfer(new Transfer(
                        request(Headers.none(), DOWNLOAD_DEADLINE), Optional.empty(), Optional.of(into), MAX_BYTES))));
        if (reply instanceof WireReply.Complete complete && complete.status() == 200) {
            return complete.filed().orElseThrow(() -> new PluginException(address() + " gave no file"));
        }
        throw new PluginException(address() + " cannot be downloaded: " + message(reply));
    }

    private WireReply follow(Headers headers) throws PluginException {
        return redirected(() -> wire.exchange(request(headers, DEADLINE)));
    }

    private WireReply redirected(RetriedRequest.Attempt attempt) throws PluginException {
        current = asked;
        for (int redirects = 0; ; redirects++) {
            WireReply reply = attempt.send();
            Optional<String> location = reply instanceof WireReply.Complete complete && isRedirect(complete.status())
                    ? complete.headers().first("location")
                    : Optional.empty();
            if (location.isEmpty()) {
                return reply;
            }
            if (redirects == MAX_REDIRECTS) {
                throw new PluginException(address() + " redirects more than " + MAX_REDIRECTS + " times");
            }
            current = target(location.get());
        }
    }

    private static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    private URI target(String location) throws PluginException {
        try {
            URI to = current.resolve(location);
            if (isLocal(to) && !isLocal(asked)) {
                throw new PluginException(address() + " redirects to this machine, which is not followed");
            }
            boolean downgraded =
                    "https".equalsIgnoreCase(current.getScheme()) && !"https".equalsIgnoreCase(to.getScheme());
            if (to.getHost() == null || to.getUserInfo() != null || downgraded) {
                throw new PluginException(address() + " redirects to an address that is not https");
            }
            return to.getRawFragment() == null ? to : URI.create(to.toString().replaceFirst("#.*$", ""));
        } catch (IllegalArgumentException e) {
            throw new PluginException(address() + " redirects to an invalid address", e);
        }
    }

    private static boolean isLocal(URI uri) {
        String host = String.valueOf(uri.getHost())
                .toLowerCase(Locale.ROOT)
                .replace("[", "")
                .replace("]", "");
        try {
            return host.equals("localhost")
                    || host.endsWith(".localhost")
                    || InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private WireRequest request(Headers headers, Duration deadline) {
        boolean own = token.isPresent() && current.getRawAuthority().equals(asked.getRawAuthority());
        List<Credential> credentials = own ? List.of(Credential.bearer(current.getHost(), token.get())) : List.of();
        return new WireRequest("GET", current, headers, credentials, Payload.empty(), deadline);
    }

    @Override
    public String address() {
        return asked.getScheme() + "://" + asked.getRawAuthority() + asked.getRawPath();
    }

    @Override
    public WireReply range(long from, int length, ObjectVersion version) throws PluginException {
        return follow(
                Headers.of("Range", "bytes=" + from + "-" + (from + length - 1)).with("If-Match", version.tag()));
    }

    @Override
    public String message(WireReply reply) {
        return switch (reply) {
            case WireReply.Complete complete ->
                switch (complete.status()) {
                    case 401, 403 -> "access is denied (" + complete.status() + "); check 'bearer_token' of 'storage'";
                    case 404, 410 -> "it does not exist (" + complete.status() + "); check 'path'";
                    default -> "the server answered " + complete.status();
                };
            case WireReply.NotSent notSent ->
                "%s cannot be reached (%s): %s"
                        .formatted(current.getHost(), notSent.reason().word(), notSent.detail());
            case WireReply.Unknown unknown ->
                "the connection to %s broke (%s)"
                        .formatted(current.getHost(), unknown.fault().word().replace('_', ' '));
        };
    }

    @Override
    public Time time() {
        return time;
    }
}

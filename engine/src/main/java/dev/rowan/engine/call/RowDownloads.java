package dev.rowan.engine.call;

import dev.rowan.api.Reason;
import dev.rowan.api.Time;
import dev.rowan.api.call.DownloadResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/// Downloads what rows name by URL, each address once per run, into the run's [AttachmentStore].
///
/// Thread-safe. `slots` bounds the downloads at a time; `lock` guards the choice of the content of an address if two
/// rows have downloaded it at once: the first stays.
final class RowDownloads {
    private static final int MAX_CONCURRENT = 16;
    private static final int MAX_REDIRECTS = 5;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final List<AttachmentStore> stores;
    private final Wire wire;
    private final Time time;
    private final Semaphore slots = new Semaphore(MAX_CONCURRENT);
    private final ReentrantLock lock = new ReentrantLock();

    /// Downloads go to the first of the `stores`; the others are read.
    RowDownloads(List<AttachmentStore> stores, Wire wire, Time time) {
        this.stores = List.copyOf(stores);
        this.wire = wire;
        this.time = time;
    }

    /// What was downloaded from `address` before.
    Optional<DownloadResult> kept(URI address, long maxBytes) {
        try {
            for (AttachmentStore store : stores) {
                Optional<Payload> kept = store.at(address);
                if (kept.isPresent()) {
                    return Optional.of(
                            kept.get().size() > maxBytes
                                    ? tooLarge(address, maxBytes)
                                    : new DownloadResult.Content(kept.get()));
                }
            }
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read an attachment: " + failed.getMessage(), failed);
        }
    }

    DownloadResult download(URI address, long maxBytes) throws InterruptedException {
        slots.acquire();
        try {
            Path part = stores.getFirst().newPart();
            try {
                return new Following(address, part, maxBytes, time.nanos()).download();
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot keep an attachment: " + failed.getMessage(), failed);
        } finally {
            slots.release();
        }
    }

    private DownloadResult keep(URI address, Path part, String sha256, long maxBytes) throws IOException {
        lock.lock();
        try {
            Optional<DownloadResult> first = kept(address, maxBytes);
            if (first.isPresent()) {
                return first.get();
            }
            stores.getFirst().keep(address, part, sha256);
            return kept(address, maxBytes).orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    /// An address in messages: without the query, which may hold a signature.
    static String shown(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
    }

    private static DownloadResult tooLarge(URI address, long maxBytes) {
        return new DownloadResult.Failed(
                Reason.of("too_large", "%s has more than %,d bytes".formatted(shown(address), maxBytes))
                        .with("url", shown(address))
                        .with("max", maxBytes));
    }

    private static Reason failed(URI address, String why) {
        return Reason.of("download_failed", shown(address) + " cannot be downloaded: " + why)
                .with("url", shown(address));
    }

    /// One download, which follows redirects within [#TIMEOUT].
    private final class Following {
        private final URI asked;
        private final Path part;
        private final long maxBytes;
        private final long started;

        Following(URI asked, Path part, long maxBytes, long started) {
            this.asked = asked;
            this.part = part;
            this.maxBytes = maxBytes;
            this.started = started;
        }

        DownloadResult download() throws IOException, InterruptedException {
            URI at = asked;
            for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
                long left = TIMEOUT.toNanos() - (time.nanos() - started);
                if (left <= 0) {
                    return timedOut();
                }
                var request = new WireRequest(
                        "GET", at, Headers.of("Accept", "*/*"), List.of(), Payload.empty(), Duration.ofNanos(left));
                WireReply reply = wire.download(new Transfer(request, Optional.empty(), Optional.of(part), maxBytes));
                Optional<String> location = reply instanceof WireReply.Complete complete && isRedirect(complete)
                        ? complete.headers().first("location")
                        : Optional.empty();
                if (location.isEmpty()) {
                    return end(at, reply);
                }
                Optional<URI> next = target(at, location.get());
                if (next.isEmpty()) {
                    return new DownloadResult.Failed(failed(asked, "it redirects to an address that is not https"));
                }
                at = next.get();
            }
            return new DownloadResult.Failed(failed(asked, "it redirects more than " + MAX_REDIRECTS + " times"));
        }

        private DownloadResult timedOut() {
            return new DownloadResult.Failed(failed(asked, "it takes more than " + TIMEOUT.toSeconds() + " s")
                    .asRetryable());
        }

        private DownloadResult end(URI at, WireReply reply) throws IOException, InterruptedException {
            return switch (reply) {
                case WireReply.Complete complete
                when complete.status() == 200 && complete.filed().isPresent() ->
                    keep(asked, part, complete.filed().get(), maxBytes);
                case WireReply.Complete complete -> answered(complete.status());
                case WireReply.NotSent notSent -> notSent(at, notSent);
                case WireReply.Unknown unknown -> broken(at, unknown);
            };
        }

        private DownloadResult answered(int status) {
            Reason reason = failed(asked, "the server answered " + status).with("status_code", status);
            boolean mayPass = status == 408 || status == 425 || status == 429 || status >= 500;
            return new DownloadResult.Failed(mayPass ? reason.asRetryable() : reason);
        }

        private DownloadResult notSent(URI at, WireReply.NotSent notSent) throws IOException, InterruptedException {
            Reason reason = failed(
                    asked,
                    "%s cannot be reached (%s): %s"
                            .formatted(at.getHost(), notSent.reason().word(), notSent.detail()));
            return switch (notSent.reason()) {
                case FORBIDDEN, TLS -> new DownloadResult.Failed(reason);
                case DNS, CONNECT, PROXY, POOL, DEADLINE, HELD -> new DownloadResult.Failed(reason.asRetryable());
                case FILE -> throw new IOException(notSent.detail());
                case INTERRUPTED -> throw interrupted();
            };
        }

        private DownloadResult broken(URI at, WireReply.Unknown unknown) throws IOException, InterruptedException {
            return switch (unknown.fault()) {
                case TOO_LARGE -> tooLarge(asked, maxBytes);
                case DEADLINE -> timedOut();
                case RESET, TRUNCATED, PROTOCOL ->
                    new DownloadResult.Failed(failed(
                                    asked,
                                    "the connection to %s broke (%s)"
                                            .formatted(
                                                    at.getHost(),
                                                    unknown.fault().word()))
                            .asRetryable());
                case FILE -> throw new IOException(unknown.detail());
                case INTERRUPTED -> throw interrupted();
            };
        }

        private InterruptedException interrupted() {
            Thread.interrupted();
            return new InterruptedException("interrupted during the download of " + shown(asked));
        }
    }

    private static boolean isRedirect(WireReply.Complete reply) {
        return switch (reply.status()) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /// Where a redirect leads; empty if it leaves https, or to no address for requests.
    private static Optional<URI> target(URI from, String location) {
        try {
            URI to = from.resolve(location);
            boolean secure = "https".equalsIgnoreCase(to.getScheme());
            boolean plain = "http".equalsIgnoreCase(to.getScheme()) && "http".equalsIgnoreCase(from.getScheme());
            if ((!secure && !plain) || to.getHost() == null || to.getRawUserInfo() != null) {
                return Optional.empty();
            }
            return Optional.of(
                    to.getRawFragment() == null ? to : URI.create(to.toString().replaceFirst("#.*$", "")));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}

package dev.rowan.providers.http;

import dev.rowan.api.Time;
import dev.rowan.api.call.SignInException;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.WireProvider;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.NotSentReason;
import dev.rowan.api.call.WireRequest;
import java.util.Optional;

/// The HTTP/1.1 client behind every call: blocking, for virtual threads.
///
/// One exchange is one send. It has no retries, redirects, cookies or content decoding, and counts every byte it
/// may have sent as sent. An idle connection is checked before reuse; one that breaks during the send ends the
/// exchange.
///
/// Thread-safe; shared state is in [ConnectionPool], [Deadlines] and [HostLookup].
public final class AuditedClient implements WireProvider.OpenWire {
    private final Time time;
    private final HttpSettings settings;
    private final HostLookup lookup;
    private final Dialer dialer;
    private final ConnectionPool pool;
    private final Deadlines deadlines;

    private AuditedClient(HttpSettings settings, Time time, HostLookup.Names names) {
        this.time = time;
        this.settings = settings;
        this.lookup = new HostLookup(time, names);
        this.dialer = new Dialer(settings, lookup);
        this.pool = new ConnectionPool(time);
        this.deadlines = new Deadlines(time);
    }

    public static AuditedClient open(HttpSettings settings, Time time) {
        return open(settings, time, HostLookup::ofSystem);
    }

    static AuditedClient open(HttpSettings settings, Time time, HostLookup.Names names) {
        return new AuditedClient(settings, time, names);
    }

    @Override
    public WireReply exchange(WireRequest request) {
        return transfer(new Transfer(request, Optional.empty(), Optional.empty(), 0));
    }

    @Override
    public WireReply transfer(Transfer unsigned) {
        var exchange = new ExchangeState(time, unsigned.request().deadline());
        Transfer transfer;
        try {
            WireRequest signed = unsigned.request().signer().sign(unsigned.request());
            transfer = new Transfer(signed, unsigned.body(), unsigned.into(), unsigned.maxBytes());
        } catch (SignInException failed) {
            return exchange.notSent(NotSentReason.CONNECT, "not signed in: " + failed.getMessage());
        }
        WireRequest request = transfer.request();
        Optional<WireReply.NotSent> refusal = refusal(request, exchange);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Deadlines.Alarm alarm = deadlines.set(exchange.deadline(), exchange::expire);
        try {
            return transfer(transfer, exchange);
        } finally {
            deadlines.cancel(alarm);
        }
    }

    @Override
    public WireReply download(Transfer transfer) {
        WireRequest request = transfer.request();
        return settings.egress()
                .refusalToRows(request.uri().getHost())
                .<WireReply>map(
                        why -> new ExchangeState(time, request.deadline()).notSent(NotSentReason.FORBIDDEN, why))
                .orElseGet(() -> transfer(transfer));
    }

    @Override
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        var exchange = new ExchangeState(time, request.deadline());
        Optional<WireReply.NotSent> refusal = refusal(request, exchange);
        if (refusal.isPresent()) {
            return refusal;
        }
        Deadlines.Alarm alarm = deadlines.set(exchange.deadline(), exchange::expire);
        try {
            dialer.dial(Route.of(request, settings.proxies()), exchange).close();
            return Optional.empty();
        } catch (NotConnectedException failed) {
            return Optional.of(notSent(failed, exchange));
        } catch (InterruptedException _) {
            return Optional.of(interrupted(exchange));
        } finally {
            exchange.letsGo();
            deadlines.cancel(alarm);
        }
    }

    @Override
    public Optional<String> refusal(String host) {
        try {
            return lookup.addresses(host, settings.connectLimit()).stream()
                    .flatMap(address -> settings.egress().refusal(host, address).stream())
                    .findFirst();
        } catch (NotConnectedException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Optional<WireReply.NotSent> refusal(WireRequest request, ExchangeState exchange) {
        Optional<String> refusal = settings.egress().refusal(request);
        if (refusal.isPresent()) {
            return Optional.of(exchange.notSent(NotSentReason.FORBIDDEN, refusal.get()));
        }
        return pool.isClosed()
                ? Optional.of(exchange.notSent(NotSentReason.POOL, "the client is closed"))
                : Optional.empty();
    }

    private static WireReply.NotSent notSent(NotConnectedException failed, ExchangeState exchange) {
        return exchange.notSent(
                Thread.currentThread().isInterrupted() ? NotSentReason.INTERRUPTED : failed.failure(), failed.detail());
    }

    private static WireReply.NotSent interrupted(ExchangeState exchange) {
        Thread.currentThread().interrupt();
        return exchange.notSent(NotSentReason.INTERRUPTED, "interrupted before the request was sent");
    }

    private WireReply transfer(Transfer transfer, ExchangeState exchange) {
        Route route = Route.of(transfer.request(), settings.proxies());
        try {
            WireConnection connection = connection(route, exchange);
            if (Thread.currentThread().isInterrupted()) {
                connection.close();
                throw new InterruptedException();
            }
            return converse(transfer, route, connection, exchange);
        } catch (NotConnectedException failed) {
            return notSent(failed, exchange);
        } catch (InterruptedException _) {
            return interrupted(exchange);
        }
    }

    /// An idle connection that the server has not closed, else a new one.
    private WireConnection connection(Route route, ExchangeState exchange)
            throws NotConnectedException, InterruptedException {
        Optional<WireConnection> idle = pool.take(route);
        while (idle.isPresent()) {
            if (!idle.get().isStale()) {
                return idle.get();
            }
            idle.get().close();
            idle = pool.take(route);
        }
        WireConnection dialed = dialer.dial(route, exchange);
        exchange.connected();
        return dialed;
    }

    private WireReply converse(Transfer transfer, Route route, WireConnection connection, ExchangeState exchange) {
        HttpExchange.End end;
        try {
            exchange.holds(connection);
            connection.serve(exchange);
            end = new HttpExchange(connection, exchange, settings.maxBody()).hold(transfer);
        } finally {
            exchange.letsGo();
        }
        if (end.reusable() && connection.isOpen() && !connection.hasLeftOver()) {
            keep(route, connection, end.reply());
        } else {
            connection.close();
        }
        return end.reply();
    }

    private void keep(Route route, WireConnection connection, WireReply reply) {
        Optional<String> keepAlive = reply instanceof WireReply.Complete complete
                ? complete.headers().first("keep-alive")
                : Optional.empty();
        pool.keep(route, connection, ConnectionReuse.idle(keepAlive, settings.idle()));
    }

    /// Closes idle connections. Exchanges in flight end by their deadline or an interrupt.
    @Override
    public void close() {
        pool.close();
        deadlines.close();
        lookup.close();
    }
}

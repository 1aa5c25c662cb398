package dev.rowan.providers.http;

import dev.rowan.api.Time;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.WireProvider;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Hindrance;
import dev.rowan.api.call.WireRequest;
import java.util.Optional;

/// The HTTP/1.1 client behind every call: blocking, made for virtual threads.
///
/// One exchange is one send. It never tries again, follows no redirect, keeps no cookie, undoes no content
/// encoding, and counts every byte it may have sent as sent. Every idle connection is checked before it is used
/// again, and dropped for another when the server has closed it; one that breaks during the send ends the exchange.
///
/// Safe for many threads; what they share is in [ConnectionPool], [Deadlines] and [Lookup].
public final class AuditedClient implements WireProvider.OpenWire {
    private final Time time;
    private final HttpSettings settings;
    private final Lookup lookup;
    private final Dialer dialer;
    private final ConnectionPool pool;
    private final Deadlines deadlines;

    private AuditedClient(HttpSettings settings, Time time, Lookup.Names names) {
        this.time = time;
        this.settings = settings;
        this.lookup = new Lookup(time, names);
        this.dialer = new Dialer(settings, lookup);
        this.pool = new ConnectionPool(time);
        this.deadlines = new Deadlines(time);
    }

    public static AuditedClient open(HttpSettings settings, Time time) {
        return open(settings, time, Lookup::ofSystem);
    }

    static AuditedClient open(HttpSettings settings, Time time, Lookup.Names names) {
        return new AuditedClient(settings, time, names);
    }

    @Override
    public WireReply exchange(WireRequest request) {
        return transfer(new Transfer(request, Optional.empty(), Optional.empty(), 0));
    }

    @Override
    public WireReply transfer(Transfer transfer) {
        WireRequest request = transfer.request();
        var exchange = new Exchange(time, request.deadline());
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
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        var exchange = new Exchange(time, request.deadline());
        Optional<WireReply.NotSent> refusal = refusal(request, exchange);
        if (refusal.isPresent()) {
            return refusal;
        }
        Deadlines.Alarm alarm = deadlines.set(exchange.deadline(), exchange::expire);
        try {
            dialer.dial(Route.of(request, settings.proxies()), exchange).close();
            return Optional.empty();
        } catch (Hindered hindered) {
            return Optional.of(notSent(hindered, exchange));
        } catch (InterruptedException _) {
            return Optional.of(interrupted(exchange));
        } finally {
            exchange.letsGo();
            deadlines.cancel(alarm);
        }
    }

    private Optional<WireReply.NotSent> refusal(WireRequest request, Exchange exchange) {
        Optional<String> refusal = settings.egress().refusal(request);
        if (refusal.isPresent()) {
            return Optional.of(exchange.hindered(Hindrance.FORBIDDEN, refusal.get()));
        }
        return pool.isClosed()
                ? Optional.of(exchange.hindered(Hindrance.POOL, "the client is closed"))
                : Optional.empty();
    }

    private static WireReply.NotSent notSent(Hindered hindered, Exchange exchange) {
        return exchange.hindered(
                Thread.currentThread().isInterrupted() ? Hindrance.INTERRUPTED : hindered.hindrance(),
                hindered.detail());
    }

    private static WireReply.NotSent interrupted(Exchange exchange) {
        Thread.currentThread().interrupt();
        return exchange.hindered(Hindrance.INTERRUPTED, "interrupted before the request was sent");
    }

    private WireReply transfer(Transfer transfer, Exchange exchange) {
        Route route = Route.of(transfer.request(), settings.proxies());
        try {
            WireConnection connection = connection(route, exchange);
            if (Thread.currentThread().isInterrupted()) {
                connection.close();
                throw new InterruptedException();
            }
            return converse(transfer, route, connection, exchange);
        } catch (Hindered hindered) {
            return notSent(hindered, exchange);
        } catch (InterruptedException _) {
            return interrupted(exchange);
        }
    }

    /// An idle connection that the server has not closed, else a new one.
    private WireConnection connection(Route route, Exchange exchange) throws Hindered, InterruptedException {
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

    private WireReply converse(Transfer transfer, Route route, WireConnection connection, Exchange exchange) {
        Conversation.End end;
        try {
            exchange.holds(connection);
            connection.serve(exchange);
            end = new Conversation(connection, exchange, settings.maxBody()).hold(transfer);
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
        pool.keep(route, connection, Reuse.idle(keepAlive, settings.idle()));
    }

    /// Closes the connections that wait. Exchanges under way end by themselves, by their deadline or an
    /// interrupt.
    @Override
    public void close() {
        pool.close();
        deadlines.close();
        lookup.close();
    }
}

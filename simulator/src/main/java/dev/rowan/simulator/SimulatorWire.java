package dev.rowan.simulator;

import dev.rowan.api.Time;
import dev.rowan.api.call.BodyStream;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.BatchView;
import dev.rowan.simulator.bill.Bill;
import dev.rowan.simulator.bill.JournalEntry;
import dev.rowan.simulator.bill.Records;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.limit.KeyLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The simulator without a socket: the same dispatcher, answers, faults and bill, in the caller's thread and by the
/// caller's clock. Whatever host a request names, it is answered here and nothing leaves the process.
///
/// What is written on the wire is not simulated, only what the sender would have learned of it. Shared state
/// belongs to [Records], [RequestCounter] and [BatchStore], and a concurrent set.
public final class SimulatorWire implements Wire {
    private final SimulatorSettings settings;
    private final Time time;
    private final Records records;
    private final RequestCounter occurrences;
    private final BatchStore store;
    private final Endpoints endpoints;
    private final RequestDispatcher dispatcher;
    private final Set<String> unserved = ConcurrentHashMap.newKeySet();

    private SimulatorWire(
            SimulatorSettings settings, Time time, Records records, RequestCounter occurrences, BatchStore store) {
        this.settings = settings;
        this.time = time;
        this.records = records;
        this.occurrences = occurrences;
        this.store = store;
        this.endpoints = new Endpoints(store, records.contents());
        this.dispatcher = new RequestDispatcher(
                new CurrentSettings(settings), time, records, new KeyLimits(time), occurrences, endpoints);
    }

    public static SimulatorWire open(SimulatorSettings settings, Time time) {
        return new SimulatorWire(
                settings,
                time,
                Records.of(settings.place().journalSize()),
                new RequestCounter(),
                new BatchStore(settings::batch));
    }

    /// Another service that stands where this one stands, its files and batches too, and goes its own way
    /// from here on. What keys have used of their limits is not carried over.
    public SimulatorWire copy() {
        return copy(time);
    }

    /// The same with another clock.
    public SimulatorWire copy(Time clock) {
        return new SimulatorWire(
                settings,
                clock,
                new Records(
                        records.journal().copy(),
                        new Bill(),
                        records.flights().next(),
                        records.cache().copy(),
                        records.contents().copy()),
                occurrences.copy(),
                store.copy());
    }

    /// Its clock.
    public Time time() {
        return time;
    }

    /// Every batch ever created, oldest first, as it will be after `later` without intervention.
    public List<BatchView> batches(Duration later) {
        Instant then = store.now(time.instant()).plus(later);
        return store.all().stream().map(job -> BatchView.of(job, then)).toList();
    }

    /// Every request so far, in the order of the answers, with what was billed for it.
    public List<JournalEntry> journal() {
        return records.journal().list();
    }

    /// Requests for what is not simulated: method and path.
    public Set<String> unserved() {
        return Set.copyOf(unserved);
    }

    @Override
    public WireReply exchange(WireRequest request) {
        return send(
                new Transfer(request, Optional.empty(), Optional.empty(), 0),
                request.body().sent());
    }

    /// The same; a request from a file is read into memory, as the server does.
    @Override
    public WireReply transfer(Transfer transfer) {
        if (transfer.body().isEmpty()) {
            return send(transfer, transfer.request().body().sent());
        }
        var arrival = new SimulatedReply(transfer, time);
        Payload body;
        try (BodyStream open = transfer.body().get().open()) {
            body = Payload.of(open.readAllBytes());
        } catch (IOException unread) {
            return arrival.notSent("cannot read " + transfer.body().get().file() + ": " + unread.getMessage());
        }
        return send(transfer, body);
    }

    private WireReply send(Transfer transfer, Payload body) {
        var arrival = new SimulatedReply(transfer, time);
        var sent = new AtomicReference<@Nullable HttpReply>();
        try {
            HttpRequest received = received(transfer.request(), body);
            if (endpoints.find(received).isEmpty()) {
                unserved.add(received.method() + " " + received.path());
            }
            dispatcher.handle(received, sent::set);
            return arrival.of(Objects.requireNonNull(sent.get()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return arrival.lost(WireReply.Fault.INTERRUPTED, OptionalInt.empty());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static HttpRequest received(WireRequest request, Payload body) {
        List<Header> headers = new ArrayList<>();
        request.headers()
                .fields()
                .forEach(field -> headers.add(new Header(field.name().toLowerCase(Locale.ROOT), field.value())));
        request.credentials()
                .forEach(credential -> headers.add(new Header(
                        credential.header().toLowerCase(Locale.ROOT),
                        credential.prefix() + credential.secret().inClear())));
        return HttpRequest.of(request.method(), target(request.uri()), headers, body.bytes());
    }

    private static String target(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}

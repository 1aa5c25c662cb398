package dev.rowan.simulator;

import dev.rowan.api.Time;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.bill.InFlightCounter;
import dev.rowan.simulator.bill.JournalEntry;
import dev.rowan.simulator.bill.RecordedMessage;
import dev.rowan.simulator.bill.Records;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.FaultText;
import dev.rowan.simulator.fault.PlannedFault;
import dev.rowan.simulator.fault.RetryAfter;
import dev.rowan.simulator.http.Handler;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.http.ReplyDelivery;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.limit.Admission;
import dev.rowan.simulator.limit.KeyLimits;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.service.ServingConditions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Handles requests to the services: key, fault, validation, rate limit, latency, bill, reply, in this order.
///
/// Stateless; what it writes belongs to [Records], [KeyLimits] and [RequestCounter].
final class RequestDispatcher implements Handler {
    private static final String FAULT_HEADER = "x-simulator-fault";

    /// The target of redirects: nothing is there, and requests to it are counted.
    private static final List<Header> ELSEWHERE = List.of(new Header("location", "/redirected"));

    private final CurrentSettings settings;
    private final Time time;
    private final Records records;
    private final KeyLimits limits;
    private final RequestCounter occurrences;
    private final Endpoints endpoints;

    RequestDispatcher(
            CurrentSettings settings,
            Time time,
            Records records,
            KeyLimits limits,
            RequestCounter occurrences,
            Endpoints endpoints) {
        this.settings = settings;
        this.time = time;
        this.records = records;
        this.limits = limits;
        this.occurrences = occurrences;
        this.endpoints = endpoints;
    }

    @Override
    public void handle(HttpRequest request, ReplyPort out) throws IOException, InterruptedException {
        Optional<Endpoint> endpoint = endpoints.find(request);
        Optional<String> wish = request.header(FAULT_HEADER);
        if (endpoint.isEmpty()) {
            out.send(unknown(request));
        } else if (wish.isPresent() && FaultText.parse(wish.get()).isEmpty()) {
            out.send(HttpReply.plain(400, FAULT_HEADER + " must be one of " + String.join(", ", FaultText.FORMS)));
        } else {
            try (InFlightCounter.Flight flight =
                    records.flights().begin(endpoint.get().name())) {
                HttpReply reply = serve(request, endpoint.get(), flight);
                if (reply.delivery() instanceof ReplyDelivery.Whole) {
                    flight.close();
                }
                out.send(reply);
            }
        }
    }

    /// Rejects a request for something that is not simulated; it is counted, but not in the journal.
    private HttpReply unknown(HttpRequest request) {
        try (InFlightCounter.Flight flight = records.flights().begin("unknown")) {
            flight.status(404);
            return HttpReply.plain(404, "not simulated: " + request.method() + " " + request.path());
        }
    }

    private HttpReply serve(HttpRequest request, Endpoint endpoint, InFlightCounter.Flight flight)
            throws InterruptedException {
        RequestContext visit = visit(request, endpoint, flight);
        HandledRequest handled = answer(visit);
        HttpReply reply = ReplyMaker.reply(visit, handled, time.instant());
        flight.status(reply.status());
        write(visit, handled, reply.status());
        return reply;
    }

    private RequestContext visit(HttpRequest request, Endpoint endpoint, InFlightCounter.Flight flight) {
        SimulatorSettings now = settings.get();
        RequestFingerprint body = RequestFingerprint.of(request.body());
        Optional<String> key = endpoint.key(request);
        var arrival = new JournalEntry.Arrival(
                flight.number(),
                time.instant(),
                endpoint.name(),
                request.method(),
                request.path(),
                key.map(text -> RequestFingerprint.of(text.getBytes(StandardCharsets.UTF_8))
                                .brief())
                        .orElse("none"),
                flight.inFlight(),
                body.hex(),
                now.place().fullJournal() ? Optional.of(new RecordedMessage(request, key)) : Optional.empty());
        Seed seed = new Seed(now.seed()).and(request.path().hashCode()).and(body.number());
        long occurrence = now.conduct().isByChance() ? occurrences.next(seed.value()) : 1;
        var random = seed.and(occurrence).random();
        PlannedFault drawn = now.conduct().faults().draw(endpoint.name(), occurrence, random);
        PlannedFault fault =
                request.header(FAULT_HEADER).flatMap(PlannedFault::of).orElse(drawn);
        return new RequestContext(
                request,
                endpoint,
                now,
                arrival,
                key,
                seed,
                fault,
                now.conduct().latency().draw(random));
    }

    private HandledRequest answer(RequestContext visit) throws InterruptedException {
        ServiceDialect dialect = visit.dialect();
        KeySettings keys = visit.settings().keys();
        Optional<String> key = visit.key().filter(keys::accepts);
        if (key.isEmpty()) {
            return new HandledRequest.Turned(dialect.unauthorized(visit.key()), List.of(), Optional.empty());
        }
        if (keys.isUnpaid(key.get())) {
            return new HandledRequest.Turned(dialect.unpaid(), List.of(), Optional.empty());
        }
        if (visit.fault() instanceof Fault.Fail(int status, RetryAfter retryAfter)) {
            List<Header> headers = status < 400 ? ELSEWHERE : retryAfter.headers(time.instant());
            return new HandledRequest.Turned(dialect.failed(status), headers, Optional.empty());
        }
        if (visit.fault() instanceof Fault.EchoKey(int status) && status >= 400) {
            return new HandledRequest.Turned(dialect.failed(status), List.of(), Optional.empty());
        }
        try {
            return admit(visit, key.get(), work(visit, key.get()));
        } catch (RefusedException refused) {
            return new HandledRequest.Turned(refused.refusal(), List.of(), Optional.empty());
        }
    }

    private EndpointResult work(RequestContext visit, String key) throws RefusedException {
        try {
            Fields body = visit.endpoint().readsJson()
                    ? Fields.of(RowJson.readValue(visit.request().body()))
                            .orElseThrow(() -> visit.dialect()
                                    .malformed("expected an object")
                                    .thrown())
                    : Fields.NONE;
            return visit.endpoint()
                    .answer(new EndpointRequest(
                            visit.request(),
                            key,
                            body,
                            visit.settings().models(),
                            visit.fault().ending(),
                            visit.seed(),
                            new Seed(visit.settings().seed()),
                            time.instant(),
                            serving(visit, key)));
        } catch (JsonException notJson) {
            throw visit.dialect()
                    .malformed(String.valueOf(notJson.getMessage()))
                    .thrown();
        }
    }

    private ServingConditions serving(RequestContext visit, String key) {
        var conduct = visit.settings().conduct();
        return new ServingConditions(
                records.cache().with(conduct.cache()),
                conduct.cache().acceptsKeys(),
                Optional.of(conduct.flex()),
                account(visit, key),
                visit.seed().and(visit.arrival().number()));
    }

    private static String account(RequestContext visit, String key) {
        return visit.endpoint().pool() + "/" + key;
    }

    private HandledRequest admit(RequestContext visit, String key, EndpointResult given) throws InterruptedException {
        ServiceDialect dialect = visit.dialect();
        String account = account(visit, key);
        long tokens = given instanceof ModelReply answered ? answered.usage().total() : 0;
        Admission admission =
                limits.admit(account, tokens, visit.settings().conduct().limits());
        return switch (admission) {
            case Admission.Passed(var rates) -> {
                if (visit.latency().isPositive()) {
                    time.sleep(visit.latency());
                }
                yield new HandledRequest.Served(given, rates);
            }
            case Admission.Rejected(var byTokens, var wait, var rates) ->
                new HandledRequest.Turned(
                        dialect.limited(byTokens, wait),
                        wait.map(dialect::retryAfter).orElse(List.of()),
                        rates);
        };
    }

    /// Records the request and, if it was served, its cost.
    private void write(RequestContext visit, HandledRequest handled, int status) {
        Optional<Charge> charge = switch (handled) {
            case HandledRequest.Served(ModelReply answered, var _) ->
                Optional.of(Charge.of(visit.endpoint().name(), answered));
            case HandledRequest.Served _, HandledRequest.Turned _ -> Optional.empty();
        };
        Optional<String> about =
                handled instanceof HandledRequest.Served(var given, var _) ? given.about() : Optional.empty();
        if (handled instanceof HandledRequest.Served(ModelReply answered, var _)) {
            visit.key().ifPresent(key -> records.cache().keep(answered.cache(), account(visit, key), time.instant()));
        }
        charge.ifPresent(billed -> records.bill().add(visit.endpoint().name(), billed, Optional.empty()));
        records.journal()
                .add(new JournalEntry(visit.arrival(), status, visit.planned().text(), charge, about));
    }
}

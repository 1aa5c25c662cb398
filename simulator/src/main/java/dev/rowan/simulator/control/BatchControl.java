package dev.rowan.simulator.control;

import dev.rowan.api.Time;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.bill.Bill;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.price.Money;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Serves `/_simulator/batches` and `/_simulator/advance`, which inspect and advance jobs.
public final class BatchControl {
    private static final String BATCHES = "/_simulator/batches";
    private static final String ADVANCE = "/_simulator/advance";

    private final BatchStore store;
    private final Time time;
    private final Bill bill;

    public BatchControl(BatchStore store, Time time, Bill bill) {
        this.store = store;
        this.time = time;
        this.bill = bill;
    }

    public boolean serves(HttpRequest request) {
        return request.path().equals(ADVANCE) || request.path().startsWith(BATCHES);
    }

    /// Bills what has ended.
    public void bill() {
        store.bill(bill, now());
    }

    private Instant now() {
        return store.now(time.instant());
    }

    public HttpReply reply(HttpRequest request) {
        if (request.path().equals(ADVANCE)) {
            return request.method().equals("POST") ? advance(request.query("by").orElse("")) : unknown();
        }
        String rest = request.path().substring(BATCHES.length());
        if (rest.isEmpty()) {
            return request.method().equals("GET") ? list() : unknown();
        }
        int slash = rest.lastIndexOf('/');
        Optional<SimulatedJob> job = store.all().stream()
                .filter(one -> one.id().equals(rest.substring(1, Math.max(1, slash))))
                .findFirst();
        if (job.isPresent() && request.method().equals("GET") && rest.endsWith("/rows")) {
            JobStage stage = job.get().stage(now());
            Results rows = Results.faultless(
                    job.get(),
                    stage,
                    new RowLine("rows at " + stage.done(), job.get().account().service()));
            return HttpReply.of(200, "application/x-ndjson", rows);
        }
        return job.isPresent() && request.method().equals("POST")
                ? interfere(job.get(), rest.substring(slash + 1), request)
                : unknown();
    }

    private static HttpReply unknown() {
        return HttpReply.plain(
                404,
                "known here: POST advance?by=PT2H; GET batches, batches/ID/rows; POST batches/ID/complete, expire, fail, cancel, vanish,"
                        + " show?status=WORD");
    }

    private HttpReply advance(String by) {
        try {
            store.advance(Duration.parse(by));
            return HttpReply.json(200, RowJson.writeValue(JsonObjects.object("now", now().toString())));
        } catch (DateTimeParseException _) {
            return HttpReply.plain(400, "by must be a duration such as PT2H, got " + by);
        }
    }

    private HttpReply interfere(SimulatedJob job, String word, HttpRequest request) {
        if (word.equals("show")) {
            job.show(request.query("status").orElse("unknown"));
            return HttpReply.json(200, RowJson.writeValue(json(job)));
        }
        Optional<Intervention.Kind> kind = Stream.of(Intervention.Kind.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
        if (kind.isEmpty()) {
            return unknown();
        }
        return job.interfere(new Intervention(kind.get(), now()))
                ? HttpReply.json(200, RowJson.writeValue(json(job)))
                : HttpReply.plain(409, "the job has ended");
    }

    private HttpReply list() {
        bill();
        var lines = new ByteArrayOutputStream();
        for (SimulatedJob job : store.all()) {
            lines.writeBytes(RowJson.writeValue(json(job)));
            lines.write('\n');
        }
        return HttpReply.of(200, "application/x-ndjson", Content.of(lines.toByteArray()));
    }

    private Map<String, @Nullable Object> json(SimulatedJob job) {
        JobStage stage = job.stage(now());
        Progress progress = job.progress(stage);
        Money cost = progress.charges().stream().map(Charge::cost).reduce(Money.ZERO, Money::plus);
        return JsonObjects.object(
                "id", job.id(),
                "service", job.account().service(),
                "created", job.timeline().created().toString(),
                "state", stage.state().name().toLowerCase(Locale.ROOT),
                "since", stage.since().toString(),
                "rows", progress.total(),
                "succeeded", progress.succeeded(),
                "errored", progress.refused(),
                "not_run", progress.notRun(),
                "input_tokens", progress.usage().input(),
                "output_tokens", progress.usage().output(),
                "usd", cost.usd());
    }
}

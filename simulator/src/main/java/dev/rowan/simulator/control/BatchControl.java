package dev.rowan.simulator.control;

import dev.rowan.api.Time;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.batch.Interference;
import dev.rowan.simulator.batch.Job;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.Stage;
import dev.rowan.simulator.batch.Store;
import dev.rowan.simulator.bill.Bill;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Reply;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Json;
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

/// What answers under `/_simulator/batches` and `/_simulator/advance`: where jobs are looked at and hurried on.
public final class BatchControl {
    private static final String BATCHES = "/_simulator/batches";
    private static final String ADVANCE = "/_simulator/advance";

    private final Store store;
    private final Time time;
    private final Bill bill;

    public BatchControl(Store store, Time time, Bill bill) {
        this.store = store;
        this.time = time;
        this.bill = bill;
    }

    public boolean serves(Request request) {
        return request.path().equals(ADVANCE) || request.path().startsWith(BATCHES);
    }

    /// Bills what has ended.
    public void bill() {
        store.bill(bill, now());
    }

    private Instant now() {
        return store.now(time.instant());
    }

    public Reply reply(Request request) {
        if (request.path().equals(ADVANCE)) {
            return request.method().equals("POST") ? advance(request.query("by").orElse("")) : unknown();
        }
        String rest = request.path().substring(BATCHES.length());
        if (rest.isEmpty()) {
            return request.method().equals("GET") ? list() : unknown();
        }
        int slash = rest.lastIndexOf('/');
        Optional<Job> job = store.all().stream()
                .filter(one -> one.id().equals(rest.substring(1, Math.max(1, slash))))
                .findFirst();
        if (job.isPresent() && request.method().equals("GET") && rest.endsWith("/rows")) {
            Stage stage = job.get().stage(now());
            Results rows = Results.faultless(job.get(), stage, new RowLine("rows at " + stage.done()));
            return Reply.of(200, "application/x-ndjson", rows);
        }
        return job.isPresent() && request.method().equals("POST")
                ? interfere(job.get(), rest.substring(slash + 1), request)
                : unknown();
    }

    private static Reply unknown() {
        return Reply.plain(
                404,
                "known here: POST advance?by=PT2H; GET batches, batches/ID/rows; POST batches/ID/complete, expire, fail, cancel, vanish,"
                        + " show?status=WORD");
    }

    private Reply advance(String by) {
        try {
            store.advance(Duration.parse(by));
            return Reply.json(200, RowJson.writeValue(Json.object("now", now().toString())));
        } catch (DateTimeParseException _) {
            return Reply.plain(400, "by must be a duration such as PT2H, got " + by);
        }
    }

    private Reply interfere(Job job, String word, Request request) {
        if (word.equals("show")) {
            job.show(request.query("status").orElse("unknown"));
            return Reply.json(200, RowJson.writeValue(json(job)));
        }
        Optional<Interference.Kind> kind = Stream.of(Interference.Kind.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
        if (kind.isEmpty()) {
            return unknown();
        }
        return job.interfere(new Interference(kind.get(), now()))
                ? Reply.json(200, RowJson.writeValue(json(job)))
                : Reply.plain(409, "the job has ended");
    }

    private Reply list() {
        bill();
        var lines = new ByteArrayOutputStream();
        for (Job job : store.all()) {
            lines.writeBytes(RowJson.writeValue(json(job)));
            lines.write('\n');
        }
        return Reply.of(200, "application/x-ndjson", Content.of(lines.toByteArray()));
    }

    private Map<String, @Nullable Object> json(Job job) {
        Stage stage = job.stage(now());
        Progress progress = job.progress(stage);
        Money cost = progress.charges().stream().map(Charge::cost).reduce(Money.ZERO, Money::plus);
        return Json.object(
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

package dev.rowan.web.jobs;

import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.batch.JobCommandRefusedException;
import dev.rowan.engine.batch.JobState;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.JobQueries.JobItem;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.jobs.JobActions.Decision;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The batch jobs of a run, and one of them.
public final class JobsScreen implements Screen {
    private static final int PAGE = 50;

    private final WebContext around;
    private final JobController office;
    private final JobLedger ledger = new JobLedger();
    private final Optional<JobDecisionLog> decisions;

    public JobsScreen(WebContext around, JobController office) {
        this.around = around;
        this.office = office;
        this.decisions = office.actions().map(actions -> new JobDecisionLog(actions, around.time()));
    }

    /// All that is shown of one job.
    private record Shown(
            RunSummary run,
            JobAudit audit,
            List<BatchStep> steps,
            List<JobItem> items,
            Optional<ItemEnd> end,
            long from,
            boolean more) {}

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/jobs", this::board);
        router.get("/api/runs/{run}/jobs", request -> new WebReply.Json(JobsJson.board(kept(request), now())));
        router.get("/runs/{run}/jobs/{job}", this::job);
        router.get("/api/runs/{run}/jobs/{job}", request -> new WebReply.Json(json(shown(request))));
        router.get("/runs/{run}/jobs/{job}/files/{file}", this::file);
        for (JobDecision choice : JobDecision.values()) {
            router.post("/api/runs/{run}/jobs/{job}/" + choice.word(), request -> decide(request, choice));
        }
    }

    private Instant now() {
        return around.time().instant();
    }

    private JobLedger.Kept kept(WebRequest request) throws InterruptedException {
        return around.readers().with(reader -> ledger.of(request.place("run"), reader));
    }

    private WebReply board(WebRequest request) throws InterruptedException {
        JobLedger.Kept kept = kept(request);
        Optional<JobState.Phase> only = request.query("state").map(JobsScreen::stage);
        Html board = new JobBoard(kept.run(), kept.jobs(), only, around.place(), now()).html();
        return new WebReply.Page(
                request.isFragment()
                        ? board
                        : around.layout().page("Batch jobs", new RunTabs(kept.run(), RunTabs.Tab.JOBS), board));
    }

    private static JobState.Phase stage(String word) {
        return Stream.of(JobState.Phase.values())
                .filter(stage -> stage.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(400, "no job is ever in the state '" + word + "'"));
    }

    private Shown shown(WebRequest request) throws InterruptedException {
        long number = request.number("job");
        long from = Math.max(0, request.queryNumber("from").orElse(0));
        Optional<ItemEnd> end = request.query("end").map(JobsScreen::end);
        return around.readers().with(reader -> {
            JobLedger.Kept kept = ledger.of(request.place("run"), reader);
            JobAudit audit = ledger.job(kept, number);
            String runId = kept.run().runId();
            List<JobItem> items = reader.jobs().items(runId, number, end, from, PAGE + 1);
            boolean more = items.size() > PAGE;
            return new Shown(
                    kept.run(),
                    audit,
                    reader.jobs().steps(runId, number),
                    more ? items.subList(0, PAGE) : items,
                    end,
                    from,
                    more);
        });
    }

    private static ItemEnd end(String word) {
        return Stream.of(ItemEnd.values())
                .filter(end -> end.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(400, "no item ever comes to '" + word + "'"));
    }

    private WebReply job(WebRequest request) throws InterruptedException {
        Shown shown = shown(request);
        JobReport job = shown.audit().job();
        Html view = new JobView(
                        shown.audit(), shown.steps(), decision(job), shown.run().simulated(), around.place(), now())
                .html();
        if (request.isFragment()) {
            return new WebReply.Page(view);
        }
        var parts = new JobParts(job, around.place());
        return new WebReply.Page(around.layout()
                .page(
                        "Job " + job.number(),
                        new RunTabs(shown.run(), RunTabs.Tab.JOBS),
                        p(cls("crumb"), a("/runs/" + job.runId() + "/jobs", text("All jobs of the run"))),
                        h2(text("Job " + job.number())),
                        view,
                        parts.choices(decisions.isPresent()),
                        parts.items(shown.items(), shown.end(), shown.from(), shown.more()),
                        parts.files(
                                JobFile.of(job, office.artifacts()),
                                office.artifacts().isPresent())));
    }

    private Optional<JobDecisionLog.DecisionState> decision(JobReport job) {
        return decisions.flatMap(taken -> taken.on(job.runId(), job.number()));
    }

    private @Nullable Object json(Shown shown) {
        JobReport job = shown.audit().job();
        var json = new LinkedHashMap<String, @Nullable Object>(JobsJson.of(shown.audit(), now()));
        json.put("run", shown.run().runId());
        json.put("simulated", shown.run().simulated());
        json.put("decision", decision(job).map(JobsJson::decision));
        json.put("steps", JobsJson.steps(shown.steps()));
        json.put("files", JobsJson.files(JobFile.of(job, office.artifacts())));
        json.put("rows", JobsJson.items(shown.items()));
        json.put("next_from", shown.more() ? shown.items().getLast().item() + 1 : null);
        return json;
    }

    private WebReply file(WebRequest request) throws IOException, InterruptedException {
        JobReport job = shown(request).audit().job();
        return JobFile.of(job, office.artifacts()).stream()
                .filter(file -> file.artifact().name().equals(request.place("file")))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(
                        404, "job " + job.number() + " has no file '" + request.place("file") + "' on record"))
                .download(job);
    }

    private WebReply decide(WebRequest request, JobDecision choice) throws InterruptedException {
        JobDecisionLog taken = decisions.orElseThrow(() -> new WebRequestException(
                403, "this page only shows; decide in a terminal: rowan batch " + choice.word()));
        JobReport job = shown(request).audit().job();
        Optional<String> batchId = Optional.ofNullable(request.fields().get("batch_id"))
                .map(String::valueOf)
                .map(String::strip)
                .filter(id -> !id.isEmpty() && choice == JobDecision.ADOPT);
        try {
            choice.order(job, batchId);
        } catch (JobCommandRefusedException refused) {
            throw new WebRequestException(409, String.valueOf(refused.getMessage()));
        }
        JobDecisionLog.DecisionState standing = taken.take(new Decision(job.runId(), job.number(), choice, batchId));
        if (standing.problem().isPresent()) {
            throw new WebRequestException(409, standing.problem().get());
        }
        var json = new LinkedHashMap<String, @Nullable Object>(JobsJson.decision(standing));
        json.put("message", standing.working() ? "It goes on; this page shows what comes of it." : "Done.");
        json.put("location", "/runs/" + job.runId() + "/jobs/" + job.number());
        return new WebReply.Json(standing.working() ? 202 : 200, json);
    }

    @Override
    public void close() {
        decisions.ifPresent(JobDecisionLog::close);
    }
}

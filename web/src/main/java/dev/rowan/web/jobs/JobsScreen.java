package dev.rowan.web.jobs;

import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobCommandRefusedException;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.report.JobJson;
import dev.rowan.json.JsonObject;
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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The batch jobs of a run, and one of them.
public final class JobsScreen implements Screen {
    private static final int PAGE = 50;

    private final WebContext context;
    private final JobController controller;
    private final JobLedger ledger = new JobLedger();
    private final Optional<JobDecisionLog> decisions;

    public JobsScreen(WebContext context, JobController controller) {
        this.context = context;
        this.controller = controller;
        this.decisions = controller.actions().map(actions -> new JobDecisionLog(actions, context.time()));
    }

    /// The data of a job's page.
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
        router.get("/api/runs/{run}/jobs", request -> new WebReply.Json(200, JobsJson.board(jobs(request), now())));
        router.get("/runs/{run}/jobs/{job}", this::job);
        router.get("/api/runs/{run}/jobs/{job}", request -> new WebReply.Json(200, json(shown(request))));
        router.get("/runs/{run}/jobs/{job}/files/{file}", this::file);
        for (JobDecision choice : JobDecision.values()) {
            router.post("/api/runs/{run}/jobs/{job}/" + choice.word(), request -> decide(request, choice));
        }
    }

    private Instant now() {
        return context.time().instant();
    }

    private JobLedger.RunJobs jobs(WebRequest request) throws InterruptedException {
        return context.readers().with(reader -> ledger.of(request.parameter("run"), reader));
    }

    private WebReply board(WebRequest request) throws InterruptedException {
        JobLedger.RunJobs runJobs = jobs(request);
        Optional<JobState.Phase> only = request.query("state").map(JobsScreen::stage);
        Html board = new JobBoard(runJobs.run(), runJobs.jobs(), only, context.location(), now()).html();
        return new WebReply.Page(
                200,
                request.isFragment()
                        ? board
                        : context.layout()
                                .page("Batch jobs", new RunTabs(runJobs.run(), RunTabs.Tab.JOBS, false), board));
    }

    private static JobState.Phase stage(String word) {
        return Stream.of(JobState.Phase.values())
                .filter(stage -> stage.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(400, "unknown job state '" + word + "'"));
    }

    private Shown shown(WebRequest request) throws InterruptedException {
        long number = request.number("job");
        long from = Math.max(0, request.queryNumber("from").orElse(0));
        Optional<ItemEnd> end = request.query("end").map(JobsScreen::end);
        return context.readers().with(reader -> {
            JobLedger.RunJobs runJobs = ledger.of(request.parameter("run"), reader);
            JobAudit audit = ledger.job(runJobs, number);
            String runId = runJobs.run().runId();
            List<JobItem> items = reader.jobs().items(runId, number, end, from, PAGE + 1);
            boolean more = items.size() > PAGE;
            return new Shown(
                    runJobs.run(),
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
                .orElseThrow(() -> new WebRequestException(400, "unknown item result '" + word + "'"));
    }

    private WebReply job(WebRequest request) throws InterruptedException {
        Shown shown = shown(request);
        JobReport job = shown.audit().job();
        Html view = new JobView(
                        shown.audit(), shown.steps(), decision(job), shown.run().simulated(), context.location(), now())
                .html();
        if (request.isFragment()) {
            return new WebReply.Page(200, view);
        }
        var parts = new JobParts(job, context.location());
        return new WebReply.Page(
                200,
                context.layout()
                        .page(
                                "Job " + job.number(),
                                new RunTabs(shown.run(), RunTabs.Tab.JOBS, false),
                                p(cls("crumb"), a("/runs/" + job.runId() + "/jobs", text("All jobs"))),
                                h2(text("Job " + job.number())),
                                view,
                                parts.choices(decisions.isPresent()),
                                parts.items(shown.items(), shown.end(), shown.from(), shown.more()),
                                parts.files(
                                        JobFile.of(job, controller.artifacts()),
                                        controller.artifacts().isPresent())));
    }

    private Optional<JobDecisionLog.DecisionState> decision(JobReport job) {
        return decisions.flatMap(taken -> taken.on(job.runId(), job.number()));
    }

    private JsonObject json(Shown shown) {
        JobReport job = shown.audit().job();
        return JobJson.of(shown.audit(), now())
                .put("decision", decision(job).map(JobsJson::decision))
                .put("steps", JobJson.steps(shown.steps()))
                .put(
                        "files",
                        JobFile.of(job, controller.artifacts()).stream()
                                .map(file -> JobJson.file(file.artifact(), file.isThere()))
                                .toList())
                .put("rows", JobJson.items(shown.items()))
                .put("next_from", shown.more() ? shown.items().getLast().item() + 1 : null);
    }

    private WebReply file(WebRequest request) throws IOException, InterruptedException {
        JobReport job = shown(request).audit().job();
        return JobFile.of(job, controller.artifacts()).stream()
                .filter(file -> file.artifact().name().equals(request.parameter("file")))
                .findFirst()
                .orElseThrow(() -> new WebRequestException(
                        404, "job " + job.number() + " has no file '" + request.parameter("file") + "' on record"))
                .download(job);
    }

    private WebReply decide(WebRequest request, JobDecision choice) throws InterruptedException {
        JobDecisionLog taken = decisions.orElseThrow(() ->
                new WebRequestException(403, "this page is read-only; use a terminal: rowan batch " + choice.word()));
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
        JobDecisionLog.DecisionState state = taken.take(new Decision(job.runId(), job.number(), choice, batchId));
        if (state.problem().isPresent()) {
            throw new WebRequestException(409, state.problem().get());
        }
        JsonObject json = JobsJson.decision(state)
                .put("message", state.working() ? "In progress; this page shows the result." : "Done.")
                .put("location", "/runs/" + job.runId() + "/jobs/" + job.number());
        return new WebReply.Json(state.working() ? 202 : 200, json);
    }

    @Override
    public void close() {
        decisions.ifPresent(JobDecisionLog::close);
    }
}

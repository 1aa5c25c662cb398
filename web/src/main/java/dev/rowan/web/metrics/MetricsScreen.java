package dev.rowan.web.metrics;

import dev.rowan.api.call.Payload;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// `/metrics` for Prometheus: running runs and the one that ended last. `/healthz`: whether the landscape can be
/// read. Both reveal nothing about rows and need no token.
///
/// Shared state, guarded by `lock`: the last sample of each run, so that a scrape reads only new ones.
public final class MetricsScreen implements Screen {
    private static final int LOOKED_AT = 200;
    /// Maximum runs per scrape.
    private static final int MAX_RUNS = 50;

    private final WebContext context;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, Last> lasts = Map.of();

    /// The last sample of a run with its event.
    private record Last(long event, Optional<Sample> sample) {}

    public MetricsScreen(WebContext context) {
        this.context = context;
    }

    @Override
    public void routes(Router router) {
        router.get("/metrics", _ -> new WebReply.Whole(200, RunMetrics.TYPE, Payload.utf8(RunMetrics.of(measures()))));
        router.get("/healthz", _ -> health());
    }

    private WebReply health() throws InterruptedException {
        try {
            context.readers().with(reader -> reader.runs().newest(1));
            return new WebReply.Json(200, Map.of("status", "ok"));
        } catch (RuntimeException _) {
            var unwell = new LinkedHashMap<String, Object>();
            unwell.put("status", "unavailable");
            unwell.put("why", "the landscape cannot be read");
            return new WebReply.Json(503, unwell);
        }
    }

    private List<RunMeasure> measures() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return context.readers().with(this::measures);
        } finally {
            lock.unlock();
        }
    }

    private List<RunMeasure> measures(LandscapeReader reader) {
        var next = new LinkedHashMap<String, Last>();
        var measures = new ArrayList<RunMeasure>();
        for (RunSummary run : shown(reader.runs().newest(LOOKED_AT))) {
            Last last = latest(reader, run.runId());
            next.put(run.runId(), last);
            measures.add(RunMeasure.of(run, last.sample()));
        }
        lasts = next;
        return measures;
    }

    private static List<RunSummary> shown(List<RunSummary> runs) {
        var shown = new ArrayList<RunSummary>();
        runs.stream()
                .filter(run -> run.status().equals(RunSummary.RUNNING))
                .limit(MAX_RUNS)
                .forEach(shown::add);
        runs.stream()
                .filter(run -> run.ended().isPresent() && !run.status().equals(RunSummary.RUNNING))
                .max(java.util.Comparator.comparing(run -> run.ended().orElseThrow()))
                .ifPresent(shown::add);
        return shown;
    }

    private Last latest(LandscapeReader reader, String runId) {
        Last before = lasts.getOrDefault(runId, new Last(0, Optional.empty()));
        return reader.notes().after(runId, before.event(), Set.of(Sample.NOTE)).stream()
                .reduce((_, later) -> later)
                .map(note -> new Last(note.event(), Optional.of(Sample.of(note.facts()))))
                .orElse(before);
    }
}

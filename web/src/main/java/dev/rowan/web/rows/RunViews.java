package dev.rowan.web.rows;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.screen.WebContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The runs whose rows are shown. Their nodes change only when they are resumed.
///
/// Shared state, guarded by `lock`: the nodes of recent runs. It is not held while the landscape is read.
final class RunViews {
    private static final int KEPT = 64;

    private final WebContext context;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<RunStart.Node>> nodes = new LinkedHashMap<>(KEPT, 0.75f, true);

    RunViews(WebContext context) {
        this.context = context;
    }

    RunView of(WebRequest request) throws InterruptedException {
        return context.readers().with(reader -> {
            String id = reader.runs().resolve(request.parameter("run"));
            RunSummary run = request.isFragment()
                    ? context.states().lately(reader, id)
                    : context.states().now(reader, id);
            return new RunView(run, nodes(reader, run));
        });
    }

    private List<RunStart.Node> nodes(LandscapeReader reader, RunSummary run) {
        String key = run.runId() + " " + run.resumed();
        lock.lock();
        try {
            List<RunStart.Node> known = nodes.get(key);
            if (known != null) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        List<RunStart.Node> declared = reader.runs().declared(run.runId()).nodes();
        lock.lock();
        try {
            nodes.put(key, declared);
            if (nodes.size() > KEPT) {
                nodes.remove(nodes.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
        return declared;
    }
}

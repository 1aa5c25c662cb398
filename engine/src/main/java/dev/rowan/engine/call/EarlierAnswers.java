package dev.rowan.engine.call;

import dev.rowan.api.TokenInfo;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.AccountFingerprints;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.LogEntry.CitedAnswer;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/// The answers that rows got in the run that this one continues, and in abandoned continuations of it, so that they
/// are not paid for again.
///
/// Thread-safe. Shared state, guarded by `lock`: the reader and the accounts found so far.
public final class EarlierAnswers {
    private final LandscapeReader reader;
    private final List<EarlierRun> runs;
    private final Map<String, Set<String>> accounts = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /// A run and its nodes by name.
    private record EarlierRun(String runId, Map<String, Integer> nodes) {
        static EarlierRun of(RunStart declared) {
            return new EarlierRun(
                    declared.runId(),
                    declared.nodes().stream().collect(Collectors.toMap(RunStart.Node::name, RunStart.Node::index)));
        }
    }

    /// The answers of `runs`, the first run first. Takes over the reader.
    public EarlierAnswers(LandscapeReader reader, List<String> runs) {
        this.reader = reader;
        this.runs =
                runs.stream().map(reader.runs()::declared).map(EarlierRun::of).toList();
    }

    /// The answers that a token got at the node of this name.
    List<EarlierAnswer> of(TokenInfo token, String node) {
        lock.lock();
        try {
            var answers = new ArrayList<EarlierAnswer>();
            for (EarlierRun run : runs) {
                Integer index = run.nodes().get(node);
                if (index != null) {
                    answers.addAll(of(token, run.runId(), index));
                }
            }
            return answers;
        } finally {
            lock.unlock();
        }
    }

    private List<EarlierAnswer> of(TokenInfo token, String runId, int node) {
        var answers = new ArrayList<EarlierAnswer>();
        for (PendingRow row : reader.pendingRows().recorded(runId, List.of(token.rowSeq()))) {
            boolean passed = row.failures().stream()
                    .noneMatch(failure -> failure.part() == token.part() && failure.node() == node);
            for (PastCall call : row.calls()) {
                if (call.key().part() == token.part() && call.key().node() == node) {
                    call.reply().ifPresent(reply -> {
                        Citation cited = call.source().orElse(new Citation(runId, call.key()));
                        answers.add(new EarlierAnswer(
                                cited, reply, passed, accountsOf(cited.runId()), CitedAnswer.OF_EARLIER_RUN));
                    });
                }
            }
        }
        return answers;
    }

    private Set<String> accountsOf(String run) {
        return accounts.computeIfAbsent(
                run, id -> AccountFingerprints.in(reader.runs().declared(id).settings()));
    }
}

package dev.rowan.engine.call;

import dev.rowan.api.TokenInfo;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.Entry.Citation;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The answers that rows got in the run that this one continues, so that they are not paid for again.
///
/// Any thread may ask. Shared state, guarded by `lock`: the reader and the accounts found so far.
public final class EarlierAnswers {
    private final LandscapeReader reader;
    private final String runId;
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Map<String, Set<String>> accounts = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /// Those of the run `runId`. The reader is used by nobody else.
    public EarlierAnswers(LandscapeReader reader, String runId) {
        this.reader = reader;
        this.runId = runId;
        reader.declared(runId).nodes().forEach(node -> nodes.put(node.name(), node.index()));
    }

    /// Those that a token got at the node of this name.
    List<EarlierAnswer> of(TokenInfo token, String node) {
        Integer index = nodes.get(node);
        if (index == null) {
            return List.of();
        }
        lock.lock();
        try {
            var answers = new ArrayList<EarlierAnswer>();
            for (PendingRow row : reader.recorded(runId, List.of(token.rowSeq()))) {
                boolean passed = row.failures().stream()
                        .noneMatch(failure -> failure.part() == token.part() && failure.node() == index);
                for (PastCall call : row.calls()) {
                    if (call.key().part() == token.part() && call.key().node() == index) {
                        call.reply().ifPresent(reply -> {
                            Citation cited = call.source().orElse(new Citation(runId, call.key()));
                            answers.add(new EarlierAnswer(cited, reply, passed, accountsOf(cited.runId())));
                        });
                    }
                }
            }
            return answers;
        } finally {
            lock.unlock();
        }
    }

    private Set<String> accountsOf(String run) {
        return accounts.computeIfAbsent(run, id -> fingerprints(reader.declared(id)));
    }

    private static Set<String> fingerprints(RunStart run) {
        var found = new HashSet<String>();
        if (run.settings().get("secrets") instanceof List<?> secrets) {
            for (Object secret : secrets) {
                if (secret instanceof Map<?, ?> one && one.get("fingerprint") instanceof String print) {
                    found.add(print);
                }
            }
        }
        return found;
    }
}

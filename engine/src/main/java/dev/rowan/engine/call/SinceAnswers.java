package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.CallQueries.AnsweredCall;
import dev.rowan.landscape.CallQueries.FailedVisit;
import dev.rowan.landscape.CallQueries.RecordedAnswer;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.AccountFingerprints;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.LogEntry.CitedAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The answers of an earlier run, by request: the k-th call with a request takes the k-th answer that was recorded for
/// it. Where equal calls share an answer, further ones take the first.
///
/// Thread-safe. Shared state, guarded by `lock`: the table, and the accounts found so far.
public final class SinceAnswers {
    private static final int PAGE = 10_000;

    private final LandscapeReader reader;
    private final AnswerStore store;
    private final AnswerTable table = new AnswerTable();
    private final List<String> runs = new ArrayList<>();
    private final Map<String, Integer> runNumbers = new HashMap<>();
    private final Map<String, Set<String>> accounts = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    private SinceAnswers(LandscapeReader reader, AnswerStore store) {
        this.reader = reader;
        this.store = store;
    }

    /// The answers of the runs `since` that came at `notBefore` or later, without those that `runId` took before. Takes
    /// over the reader and the store.
    public static SinceAnswers load(
            LandscapeReader reader, AnswerStore store, List<String> since, Optional<Instant> notBefore, String runId) {
        var answers = new SinceAnswers(reader, store);
        CallQueries calls = reader.calls();
        for (String run : since) {
            Set<FailedToken> failed = failed(calls, run);
            for (boolean taken : new boolean[] {false, true}) {
                List<AnsweredCall> page = calls.answered(run, taken, 0, PAGE);
                while (!page.isEmpty()) {
                    page.stream()
                            .filter(call -> notBefore.isEmpty() || !call.at().isBefore(notBefore.get()))
                            .forEach(call -> answers.add(call, failed));
                    page = calls.answered(run, taken, page.getLast().event(), PAGE);
                }
            }
        }
        answers.withoutTaken(calls, runId);
        return answers;
    }

    private record FailedToken(long rowSeq, int part, int node) {
        static FailedToken of(CallKey call) {
            return new FailedToken(call.rowSeq(), call.part(), call.node());
        }
    }

    private static Set<FailedToken> failed(CallQueries calls, String run) {
        var failed = new HashSet<FailedToken>();
        List<FailedVisit> page = calls.failedVisits(run, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(visit -> failed.add(new FailedToken(visit.rowSeq(), visit.part(), visit.node())));
            page = calls.failedVisits(run, page.getLast().event(), PAGE);
        }
        return failed;
    }

    private void add(AnsweredCall call, Set<FailedToken> failed) {
        String run = call.cited().runId();
        Integer known = runNumbers.putIfAbsent(run, runs.size());
        int index = known == null ? runs.size() : known;
        if (known == null) {
            runs.add(run);
        }
        table.add(
                AnswerTable.hash(call.key().requestSha256()),
                call.cited().key(),
                index,
                failed.contains(FailedToken.of(call.key())));
    }

    private void withoutTaken(CallQueries calls, String runId) {
        List<AnsweredCall> page = calls.answered(runId, true, 0, PAGE);
        while (!page.isEmpty()) {
            page.stream()
                    .filter(call -> !call.cited().runId().equals(runId))
                    .forEach(call -> table.take(AnswerTable.hash(call.key().requestSha256())));
            page = calls.answered(runId, true, page.getLast().event(), PAGE);
        }
    }

    /// The answer for a call whose request has this hash, taken from now on; `shares` if equal calls share one.
    Optional<EarlierAnswer> take(Call call, String requestSha256, boolean shares) {
        long hash = AnswerTable.hash(requestSha256);
        Optional<AnswerTable.Entry> entry = next(hash);
        while (entry.isPresent()) {
            Optional<EarlierAnswer> answer = answer(entry.get(), call, requestSha256);
            if (answer.isPresent()) {
                return answer;
            }
            entry = next(hash);
        }
        return shares ? first(hash).flatMap(found -> answer(found, call, requestSha256)) : Optional.empty();
    }

    private Optional<AnswerTable.Entry> next(long hash) {
        lock.lock();
        try {
            return table.take(hash);
        } finally {
            lock.unlock();
        }
    }

    private Optional<AnswerTable.Entry> first(long hash) {
        lock.lock();
        try {
            return table.first(hash);
        } finally {
            lock.unlock();
        }
    }

    private Optional<EarlierAnswer> answer(AnswerTable.Entry entry, Call call, String requestSha256) {
        var cited = new Citation(runs.get(entry.run()), entry.key(requestSha256));
        Optional<RecordedAnswer> recorded = store.withFollowing(cited);
        return recorded.map(answer -> new EarlierAnswer(
                        cited,
                        answer.reply(),
                        !entry.failed(),
                        accountsOf(cited.runId()),
                        new CitedAnswer(false, Optional.of(answer.at()), answer.cost())))
                .filter(answer -> answer.serves(call));
    }

    private Set<String> accountsOf(String run) {
        lock.lock();
        try {
            return accounts.computeIfAbsent(
                    run, id -> AccountFingerprints.in(reader.runs().declared(id).settings()));
        } finally {
            lock.unlock();
        }
    }
}

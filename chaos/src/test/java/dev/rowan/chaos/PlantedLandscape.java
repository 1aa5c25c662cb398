package dev.rowan.chaos;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.JobQueries;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.PendingRowQueries;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A landscape with a defect of the kind that crash tests must find.
final class PlantedLandscape {

    enum Flaw {
        /// Reports an intent as durable before it is.
        HASTY_INTENTS,
        /// Loads no lost replies.
        FORGETS_LOSSES,
        /// Loads no answers.
        FORGETS_ANSWERS,
        /// Does not load the last row without an outcome.
        FORGETS_A_ROW,
        /// Loads no ends of a job's items.
        FORGETS_ENDS,
        /// Does not load the last item of a job.
        DROPS_AN_ITEM
    }

    private PlantedLandscape() {}

    /// All other methods are delegated unchanged.
    static Landscape around(Landscape landscape, Flaw flaw) {
        return passing(Landscape.class, landscape, (name, result) -> switch (result) {
            case LandscapeRecorder recorder when flaw == Flaw.HASTY_INTENTS -> new Hasty(recorder);
            case ResumedRun resumed
            when flaw == Flaw.HASTY_INTENTS -> new ResumedRun(new Hasty(resumed.recorder()), resumed.recovered());
            case LandscapeReader reader -> reading(reader, flaw);
            default -> result;
        });
    }

    private static LandscapeReader reading(LandscapeReader reader, Flaw flaw) {
        return passing(LandscapeReader.class, reader, (_, result) -> switch (result) {
            case PendingRowQueries rows ->
                passing(
                        PendingRowQueries.class,
                        rows,
                        (name, found) -> name.equals("unfinished") && found instanceof List<?> list
                                ? forgetting(list, flaw)
                                : found);
            case JobQueries jobs ->
                passing(
                        JobQueries.class,
                        jobs,
                        (name, found) -> name.equals("manifest") && found instanceof List<?> items
                                ? manifest(items, flaw)
                                : found);
            default -> result;
        });
    }

    private static List<?> manifest(List<?> items, Flaw flaw) {
        return switch (flaw) {
            case DROPS_AN_ITEM -> items.subList(0, items.size() - 1);
            case FORGETS_ENDS ->
                items.stream()
                        .map(BatchItem.class::cast)
                        .map(item -> new BatchItem(
                                item.item(),
                                item.key(),
                                item.attempt(),
                                item.worst(),
                                Optional.empty(),
                                Optional.empty()))
                        .toList();
            case HASTY_INTENTS, FORGETS_LOSSES, FORGETS_ANSWERS, FORGETS_A_ROW -> items;
        };
    }

    private static List<?> forgetting(List<?> rows, Flaw flaw) {
        if (flaw == Flaw.FORGETS_A_ROW && !rows.isEmpty()) {
            return rows.subList(0, rows.size() - 1);
        }
        return rows.stream()
                .map(PendingRow.class::cast)
                .map(row -> new PendingRow(
                        row.rowSeq(),
                        row.readAt(),
                        row.position(),
                        row.sourceId(),
                        row.source(),
                        row.content(),
                        row.tokens(),
                        row.nextPart(),
                        row.calls().stream().map(call -> forgetting(call, flaw)).toList(),
                        row.failures(),
                        row.branching()))
                .toList();
    }

    private static PastCall forgetting(PastCall call, Flaw flaw) {
        return switch (flaw) {
            case FORGETS_LOSSES ->
                new PastCall(
                        call.key(),
                        call.attempts(),
                        PendingRow.Unknown.NONE,
                        call.reply(),
                        PendingRow.InBatch.NEVER,
                        Optional.empty(),
                        0);
            case FORGETS_ANSWERS ->
                new PastCall(
                        call.key(),
                        call.attempts(),
                        call.unknown(),
                        Optional.empty(),
                        PendingRow.InBatch.NEVER,
                        Optional.empty(),
                        0);
            case HASTY_INTENTS, FORGETS_A_ROW, FORGETS_ENDS, DROPS_AN_ITEM -> call;
        };
    }

    private interface Change {
        Object of(String method, Object result);
    }

    private static <T> T passing(Class<T> type, T object, Change change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    try {
                        Object result = method.invoke(object, arguments);
                        return result == null ? null : change.of(method.getName(), result);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    /// A recorder that does not wait until an intent is durable.
    private static final class Hasty implements LandscapeRecorder {
        private final LandscapeRecorder recorder;
        private final Set<Long> intents = ConcurrentHashMap.newKeySet();

        Hasty(LandscapeRecorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public long record(LogEntry entry) throws InterruptedException {
            long number = recorder.record(entry);
            if (entry instanceof LogEntry.CallIntended) {
                intents.add(number);
            }
            return number;
        }

        @Override
        public long record(List<? extends LogEntry> together) throws InterruptedException {
            return recorder.record(together);
        }

        @Override
        public CostPool costPool(Usd cap) throws InterruptedException {
            return recorder.costPool(cap);
        }

        @Override
        public void awaitCommitted(long number) throws InterruptedException {
            if (!intents.contains(number)) {
                recorder.awaitCommitted(number);
            }
        }

        @Override
        public Head end(RunEnd end) throws InterruptedException {
            return recorder.end(end);
        }

        @Override
        public void close() {
            recorder.close();
        }
    }
}

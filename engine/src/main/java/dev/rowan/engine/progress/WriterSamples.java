package dev.rowan.engine.progress;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CallQueries.EndedCalls;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.SplitQueries.WriterState;
import dev.rowan.landscape.SplitQueries.WriterStatus;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/// The samples of a run's writers beside its owner, added up. Each counts the calls of its chain, in all its
/// epochs. Owned by the thread of its reader.
public final class WriterSamples {
    private static final int OWNER = 0;

    private final LandscapeReader reader;
    private final String runId;
    private Map<Integer, EndedCalls> ownerCalls;

    public WriterSamples(LandscapeReader reader, String runId) {
        this.reader = reader;
        this.runId = runId;
        this.ownerCalls = reader.calls().endedAfter(runId, OWNER, 0);
    }

    /// Counts the calls that the owner has made since, in batch jobs.
    public void readOwnerCalls() {
        ownerCalls = reader.calls().endedAfter(runId, OWNER, 0);
    }

    /// The last sample in the chain of a writer, with the attempts that have ended there since.
    public static Optional<Sample> last(LandscapeReader reader, String runId, int writer) {
        return latest(reader, runId, writer)
                .map(note -> NodeTotals.add(
                        Sample.of(note.facts()), reader.calls().endedAfter(runId, writer, note.event())));
    }

    private static Optional<Note> latest(LandscapeReader reader, String runId, int writer) {
        return reader.splits().latestNotes(runId, writer, Sample.NOTE, 0, 1).stream()
                .findFirst();
    }

    /// A sample of the whole run: its rows by the record, its calls by the samples of all writers and the calls
    /// that the owner made. What only a process knows, such as rows in flight, is taken from writers that work.
    /// The input has `rows`.
    public Sample sum(RunSummary run, OptionalLong rows, Optional<Usd> cap, boolean paused) {
        var all = new ArrayList<Sample>();
        var working = new ArrayList<Sample>();
        for (WriterState writer : reader.splits().writers(runId)) {
            boolean works = writer.status() == WriterStatus.WORKING;
            Optional<Sample> last = works
                    ? latest(reader, runId, writer.writer()).map(note -> Sample.of(note.facts()))
                    : last(reader, runId, writer.writer());
            last.ifPresent(all::add);
            last.filter(_ -> works).ifPresent(working::add);
        }
        var summed = new Sample(
                run.rowsRead(),
                run.rowsEnded(),
                sum(working, Sample::inFlight),
                sum(working, Sample::waitingToLeave),
                Math.min(sum(working, Sample::undurable), run.rowsRead() - run.rowsEnded()),
                sum(working, Sample::parked),
                run.rowsRead(),
                rows,
                words(run),
                run.reasons(),
                run.calls().costs().counted(),
                run.calls().reserved(),
                cap,
                sum(all, Sample::reorderMicros),
                paused,
                nodes(all, working),
                services(working),
                working.stream()
                        .flatMap(sample -> sample.head().stream())
                        .max(Comparator.comparingLong(Sample.HeadRow::sinceMillis)));
        return NodeTotals.add(summed, ownerCalls);
    }

    private static Map<String, Long> words(RunSummary run) {
        var words = new LinkedHashMap<String, Long>();
        run.outcomes().forEach((outcome, count) -> words.put(outcome.word(), count));
        return words;
    }

    private static long sum(Collection<Sample> samples, ToLongFunction<Sample> figure) {
        return samples.stream().mapToLong(figure).sum();
    }

    private static List<Sample.Node> nodes(List<Sample> all, List<Sample> working) {
        var nodes = new LinkedHashMap<Integer, Sample.Node>();
        all.stream()
                .flatMap(sample -> sample.nodes().stream())
                .sorted(Comparator.comparingInt(Sample.Node::index))
                .forEach(node -> nodes.merge(node.index(), NodeTotals.idle(node), NodeTotals::sum));
        working.stream()
                .flatMap(sample -> sample.nodes().stream())
                .forEach(node -> nodes.computeIfPresent(node.index(), (_, total) -> NodeTotals.busy(total, node)));
        return List.copyOf(nodes.values());
    }

    /// The services by address: rates and shares are added up if all writers have one, of the rest the worst is taken.
    private static List<Sample.Service> services(List<Sample> working) {
        var services = new LinkedHashMap<String, Sample.Service>();
        working.stream()
                .flatMap(sample -> sample.services().stream())
                .forEach(service -> services.merge(service.address(), service, WriterSamples::sum));
        return List.copyOf(services.values());
    }

    private static Sample.Service sum(Sample.Service one, Sample.Service other) {
        Sample.Service latest = one.sinceMillis() <= other.sinceMillis() ? one : other;
        return new Sample.Service(
                one.address(),
                one.perSecond().flatMap(rate -> other.perSecond().map(more -> rate + more)),
                latest.cause(),
                latest.sinceMillis(),
                Math.max(one.heldMillis(), other.heldMillis()),
                one.requestsPerMinute(),
                one.tokensPerMinute(),
                one.down().or(other::down),
                one.shared()
                        .flatMap(a -> other.shared()
                                .map(b -> new Sample.SharedLimit(
                                        Math.max(a.members(), b.members()), Math.min(1, a.share() + b.share())))));
    }
}

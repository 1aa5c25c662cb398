package dev.rowan.engine.call;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.Outage;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.stop.RunStopper;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// What all calls of a run share: the wire, the ledger, the budget and the pacers. One per run.
public final class CallContext {
    private final String runId;
    private final Set<String> earlierAccounts;
    private final Wire wire;
    private final Redaction redaction;
    private final Ledger ledger;
    private final Budget budget;
    private final Services services;
    private final RunStopper stop;
    private final Time time;
    private final Optional<URI> simulator;
    private final int generation;
    private final RandomGenerator random;
    private final RunEventPublisher events;
    private final Duration downTimeout;
    private final RejectionSeries rejections;
    private final CallStatistics statistics;
    private final RowDownloads downloads;
    private final Map<Integer, NodeCallStatistics> nodes = new ConcurrentHashMap<>();

    /// `earlierAccounts` are the fingerprints of the credentials that earlier processes of the run had. `attachments`
    /// are
    /// the store of this run and, in a replay, the one of the original run.
    public CallContext(
            String runId,
            Set<String> earlierAccounts,
            Wire wire,
            List<AttachmentStore> attachments,
            Redaction redaction,
            LandscapeRecorder recorder,
            Budget budget,
            Pacers pacers,
            RunStopper stop,
            Time time,
            RandomGenerator random,
            Optional<URI> simulator,
            int generation,
            Duration downTimeout,
            RejectionSeries rejections,
            RunEventPublisher events,
            CallStatistics statistics) {
        this.runId = runId;
        this.earlierAccounts = Set.copyOf(earlierAccounts);
        this.statistics = statistics;
        this.rejections = rejections;
        this.downTimeout = downTimeout;
        this.wire = new RedactedWire(new AttachmentWire(wire, attachments.getFirst()), redaction);
        this.downloads = new RowDownloads(attachments, this.wire, time);
        this.redaction = redaction;
        this.ledger = new Ledger(recorder);
        this.budget = budget;
        this.services = new Services(pacers);
        this.stop = stop;
        this.time = time;
        this.random = random;
        this.simulator = simulator;
        this.generation = generation;
        this.events = events;
    }

    /// The calls of one node of a run that may replay another; `batchQueue` leads to a batch service, `sources`
    /// have recorded answers.
    public NodeCalls node(
            TransformNode node, Optional<Replay> replay, Optional<BatchQueue> batchQueue, AnswerSources sources) {
        return new NodeCalls(this, node, replay, batchQueue, sources);
    }

    /// The calls of a sink.
    public NodeCalls sink(int index, String name, Pipeline.SinkCallSettings settings) {
        return new NodeCalls(this, index, name, settings);
    }

    /// The calls made and the money spent so far.
    public CallStatistics.Snapshot progress() {
        return statistics.snapshot(budget, simulator.isPresent(), services.paces());
    }

    /// The current pace of each service.
    public List<CallStatistics.ServicePace> paces() {
        return services.paces();
    }

    /// The end of the backoff of this row's next attempt, in nanoseconds; empty if there is none.
    public OptionalLong delayedUntil(long rowSeq) {
        return services.delayedUntil(rowSeq);
    }

    /// The outages, by address, that started or ended since the last call.
    public List<Map.Entry<String, Outage.Change>> takeOutageChanges() {
        return services.takeOutageChanges();
    }

    /// Sends nothing new until [#resume]: calls that are not on the wire wait.
    public void pause() {
        services.pause();
    }

    /// Sends again after [#pause].
    public void resume() {
        services.resume();
    }

    /// Sends nothing new while the landscape cannot be reached.
    public void landscapeDown(boolean isDown) {
        services.landscapeDown(isDown);
    }

    /// Sends nothing new from now on; waiting calls end immediately.
    public void stop() {
        budget.stop();
        services.stop();
        rejections.stop();
    }

    String runId() {
        return runId;
    }

    Set<String> earlierAccounts() {
        return earlierAccounts;
    }

    RejectionSeries rejections() {
        return rejections;
    }

    /// Why the run stops when a service was down for too long.
    String downTimeoutReached(ServiceKey service, String why) {
        return "run.service_down_timeout: " + service.address() + " could not be reached for "
                + downTimeout.toMillis() / 1_000.0 + " s (" + why
                + "); no row failed because of it, and resume continues once it can be reached again";
    }

    /// How often the rows of this run went through in other runs, as a continuation.
    int generation() {
        return generation;
    }

    /// The wire, with secrets removed from replies.
    public Wire wire() {
        return wire;
    }

    /// The request as it is recorded.
    RecordedRequest recorded(WireRequest request) {
        return RecordedRequest.of(request, redaction, simulator);
    }

    RowDownloads downloads() {
        return downloads;
    }

    Ledger ledger() {
        return ledger;
    }

    public Budget budget() {
        return budget;
    }

    Services services() {
        return services;
    }

    RunStopper runStop() {
        return stop;
    }

    Time time() {
        return time;
    }

    RandomGenerator random() {
        return random;
    }

    RunEventPublisher events() {
        return events;
    }

    CallStatistics statistics() {
        return statistics;
    }

    /// Counts an ended attempt for its node and the run, in real time or in a batch job.
    public void ended(LogEntry.CallEnded end) {
        statistics.ended(end);
        statistics(end.key().node()).ended(end);
    }

    /// The statistics of a node's calls.
    NodeCallStatistics statistics(int node) {
        return nodes.computeIfAbsent(node, _ -> new NodeCallStatistics());
    }
}

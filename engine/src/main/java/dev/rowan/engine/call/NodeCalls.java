package dev.rowan.engine.call;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.WireRequest;
import dev.rowan.engine.pipeline.DeliveryPolicy;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.pool.PoolStatistics;
import dev.rowan.engine.pool.PooledExecutor;
import dev.rowan.engine.pool.TunableNode;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The calls of one node: its pools, one per service, which is nearly always one.
///
/// Thread-safe. Shared state, written under `lock`: the settings and the map of pools, both read without it.
public final class NodeCalls implements TunableNode {
    private final CallContext callContext;
    private final Optional<Replay> replay;
    private final Optional<BatchQueue> batchQueue;
    private final AnswerSources sources;
    private final Optional<SharedAnswers> shared;
    private final Map<ServiceKey, Optional<String>> accounts = new ConcurrentHashMap<>();
    private final String name;
    private final int index;
    private final RetryPolicy retry;
    private final DeliveryPolicy delivery;
    private final NodeCallStatistics callStatistics;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ServiceKey, PooledExecutor> pools = new ConcurrentHashMap<>();
    private volatile PoolConfig config;

    /// `batchQueue` leads to a batch service; a replay has none. `sources` have recorded answers.
    NodeCalls(
            CallContext callContext,
            TransformNode node,
            Optional<Replay> replay,
            Optional<BatchQueue> batchQueue,
            AnswerSources sources) {
        this.sources = sources;
        this.shared = replay.isPresent() ? Optional.empty() : sources.shared().flatMap(of -> of.node(node.index()));
        this.callContext = callContext;
        this.replay = replay;
        this.batchQueue = replay.isPresent() ? Optional.empty() : batchQueue;
        this.name = node.name();
        this.index = node.index();
        this.callStatistics = callContext.statistics(node.index());
        this.retry = node.retry();
        this.delivery = node.delivery();
        this.config =
                node.pool().orElseThrow(() -> new IllegalArgumentException("'" + node.name() + "' makes no calls"));
    }

    /// The calls of a sink, which are safe to send again.
    NodeCalls(CallContext callContext, int index, String name, Pipeline.SinkCallSettings settings) {
        this.sources = AnswerSources.NONE;
        this.shared = Optional.empty();
        this.callContext = callContext;
        this.replay = Optional.empty();
        this.batchQueue = Optional.empty();
        this.name = name;
        this.index = index;
        this.callStatistics = callContext.statistics(index);
        this.retry = settings.retry();
        this.delivery = DeliveryPolicy.usual();
        this.config = settings.pool();
    }

    /// The calls of one token at this node, over all its visits. `pastCalls` are the recorded calls of the row: of
    /// this run, or of the one it replays, where the token's last visit here may have been a `failure`.
    /// Nothing is sent once the `gate` has closed.
    public TokenCalls token(TokenInfo token, TokenGate gate, List<PastCall> pastCalls, Optional<PastFailure> failure) {
        var here = new ArrayList<PastCall>(pastCalls.size());
        for (PastCall made : pastCalls) {
            if (made.key().part() == token.part() && made.key().node() == index) {
                here.add(made);
            }
        }
        return replay.map(of -> new TokenCalls(
                        this,
                        token,
                        gate,
                        List.of(),
                        Optional.of(new RecordedAnswers(of, this, token, here, failure)),
                        List.of()))
                .orElseGet(() -> new TokenCalls(
                        this,
                        token,
                        gate,
                        here,
                        Optional.empty(),
                        sources.earlier()
                                .map(answers -> answers.of(token, name))
                                .orElse(List.of())));
    }

    /// Takes the calls of a token that has ended out of the queue of the batch service.
    public void withdraw(long rowSeq, int part) throws InterruptedException {
        if (batchQueue.isPresent()) {
            batchQueue.get().withdraw(rowSeq, part);
        }
    }

    @Override
    public String name() {
        return name;
    }

    /// The statistics of the pools, by the address of their service.
    public Map<String, PoolStatistics> statistics() {
        var statistics = new TreeMap<String, PoolStatistics>();
        pools.forEach((key, pool) -> statistics.put(key.address(), pool.statistics()));
        return statistics;
    }

    PooledExecutor pool(ServiceKey service) {
        PooledExecutor known = pools.get(service);
        return known == null ? newPool(service) : known;
    }

    private PooledExecutor newPool(ServiceKey service) {
        lock.lock();
        try {
            return pools.computeIfAbsent(
                    service,
                    key -> new PooledExecutor(
                            config,
                            callContext.services().pacer(key, config),
                            callContext.time(),
                            callContext.random()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public PoolConfig config() {
        return config;
    }

    @Override
    public void tune(PoolConfig changed) {
        lock.lock();
        try {
            config = changed;
            pools.values().forEach(pool -> pool.tune(changed));
        } finally {
            lock.unlock();
        }
    }

    /// The number of its requests on the wire.
    public int onWire() {
        return pools.values().stream().mapToInt(PooledExecutor::onWire).sum();
    }

    public int index() {
        return index;
    }

    /// The statistics of its calls so far.
    public NodeCallStatistics.Snapshot figures() {
        return callStatistics.snapshot();
    }

    /// The models that gave its answers, if those of reused answers and of new ones differ.
    public Optional<AnswerModels.Difference> modelDifference() {
        return callStatistics.models().difference();
    }

    NodeCallStatistics callStatistics() {
        return callStatistics;
    }

    /// The answer of the run since which this one asks only for what has changed.
    Optional<EarlierAnswer> since(Call call, String requestSha256) {
        return sources.since().flatMap(answers -> answers.take(call, requestSha256, shared.isPresent()));
    }

    /// Where equal calls of the node share an answer.
    Optional<SharedAnswers> shared() {
        return shared;
    }

    AnswerStore sharedStore() {
        return sources.shared().orElseThrow().store();
    }

    /// The fingerprint of the request's credential under the id of this run.
    Optional<String> account(WireRequest request) {
        return accounts.computeIfAbsent(ServiceKey.of(request), key -> AccountFingerprint.of(key, callContext.runId()));
    }

    Optional<BatchQueue> batchQueue() {
        return batchQueue;
    }

    CallContext context() {
        return callContext;
    }

    /// What to do after a lost reply, since that attempt may have been billed.
    DeliveryPolicy delivery() {
        return delivery;
    }

    RetryPolicy retry() {
        return retry;
    }
}

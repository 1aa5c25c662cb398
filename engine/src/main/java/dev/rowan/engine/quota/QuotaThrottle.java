package dev.rowan.engine.quota;

import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.LimitShare;
import dev.rowan.engine.throttle.RateEstimate;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleBounds;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A throttle whose limit is shared with other processes.
///
/// The leader has the law, an ordinary throttle. Alone it dispatches by the law itself, as if nothing were shared; as
/// soon as there are others, each, the leader included, dispatches by its quota. Guarded by its pacer's lock.
public final class QuotaThrottle implements Throttle {
    /// A new leader starts at this part of the limit that the last one found.
    private static final double START = 0.9;

    private final String id;
    private final Supplier<Throttle> laws;
    private final LongSupplier nanos;
    private final QuotaMember member;
    private final List<ThrottleBounds> bounds = new ArrayList<>();
    /// The requests that were passed to the law at once, as it knows them; empty if that law is gone.
    private final Map<Long, Optional<Dispatch>> direct = new HashMap<>();

    private Optional<DeclaredLimits> limits = Optional.empty();
    private @Nullable QuotaLeader leader;

    /// `id` is this process's; `laws` makes the throttle that it runs as a leader, `nanos` is its monotonic clock.
    public QuotaThrottle(String id, Supplier<Throttle> laws, LongSupplier nanos, RandomGenerator random) {
        this(id, laws, nanos, random, QuotaMember.VALIDITY);
    }

    /// The same with quotas that are valid for another time.
    QuotaThrottle(String id, Supplier<Throttle> laws, LongSupplier nanos, RandomGenerator random, Duration validity) {
        this.id = id;
        this.laws = laws;
        this.nanos = nanos;
        this.member = new QuotaMember(random, validity);
    }

    /// A report, and when it was sent by the clock of this process.
    public record Received(QuotaReport report, long sentAt) {}

    public boolean isLeader() {
        return leader != null;
    }

    /// Makes this process the leader of this term, which starts from what the last leader found.
    public void lead(int term, Optional<RateEstimate> found, long now) {
        Throttle law = laws.get();
        bounds.forEach(law::tighten);
        limits.ifPresent(law::limit);
        found.ifPresent(limit -> law.startAt(limit.times(START), now));
        leader = new QuotaLeader(law, term);
    }

    /// Another process is the leader.
    public void follow() {
        leader = null;
        direct.replaceAll((_, _) -> Optional.empty());
    }

    /// The next report of this process, sent at `now`, of which `backlog` requests wait.
    public QuotaReport report(int backlog, long now) {
        return member.report(backlog, declared(), now);
    }

    private DeclaredLimits declared() {
        return limits.orElseGet(() ->
                bounds.stream().map(ThrottleBounds::limits).reduce(DeclaredLimits.NONE, DeclaredLimits::tightened));
    }

    /// Takes this process's own report and those of the others that are still there, and assigns quotas to all;
    /// returns those of the others. Only for the leader.
    public Map<String, Quota> assign(QuotaReport own, Map<String, Received> others, long now) {
        QuotaLeader leading = leading();
        leading.retain(others.keySet(), id, now);
        others.forEach((other, received) -> leading.receive(other, received.report, received.sentAt));
        leading.receive(id, own, own.at());
        Map<String, Quota> quotas = leading.assign(now);
        Quota mine = quotas.remove(id);
        if (mine != null) {
            member.assign(mine, now);
        }
        return quotas;
    }

    /// Takes a quota from the leader.
    public void assign(Quota quota, long now) {
        member.assign(quota, now);
    }

    /// The limit that the leader has found; empty if there is none.
    public Optional<RateEstimate> found() {
        return leader == null ? Optional.empty() : leader.throttle().estimate();
    }

    /// Whether requests were refused since the last report.
    public boolean hasNewRefusals() {
        return member.hasNewRefusals();
    }

    private QuotaLeader leading() {
        if (leader == null) {
            throw new IllegalStateException("only the leader assigns quotas");
        }
        return leader;
    }

    private boolean isAlone() {
        return leader != null && leader.members() <= 1;
    }

    @Override
    public long next(long tokens) {
        long now = nanos.getAsLong();
        if (!isAlone()) {
            return member.next(now);
        }
        return member.isExpired(now) ? Long.MAX_VALUE : leading().throttle().next(tokens);
    }

    @Override
    public void on(ThrottleEvent event) {
        if (event instanceof ThrottleEvent.Dispatched(Dispatch request)) {
            if (isAlone()) {
                direct.put(request.number(), Optional.of(leading().events().dispatched(request)));
            } else {
                member.on(event);
            }
            return;
        }
        Optional<Dispatch> known = direct.remove(event.request().number());
        if (known == null) {
            member.on(event);
        } else {
            known.ifPresent(request -> leading().throttle().on(event.of(request)));
        }
    }

    @Override
    public long heldUntil() {
        return isAlone() ? leading().throttle().heldUntil() : member.heldUntil();
    }

    @Override
    public void tighten(ThrottleBounds more) {
        bounds.add(more);
        if (leader != null) {
            leader.throttle().tighten(more);
        }
    }

    @Override
    public void limit(DeclaredLimits declared) {
        limits = Optional.of(declared);
        if (leader != null) {
            leader.throttle().limit(declared);
        }
    }

    @Override
    public Optional<LimitShare> share() {
        Quota quota = member.quota();
        return quota.members() > 1 ? Optional.of(new LimitShare(quota.members(), quota.share())) : Optional.empty();
    }

    /// Whether the quota has run out, so that there may be no leader.
    public boolean isExpired(long now) {
        return member.isExpired(now);
    }

    /// The number of congestion epochs that the leader has seen.
    @Override
    public long epochs() {
        return leader == null ? 0 : leader.throttle().epochs();
    }

    /// The law's if this process is alone, else that of its own quota.
    @Override
    public Duration delay() {
        if (isAlone()) {
            return leading().throttle().delay();
        }
        return member.delay();
    }
}

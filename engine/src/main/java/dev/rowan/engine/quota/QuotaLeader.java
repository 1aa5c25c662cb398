package dev.rowan.engine.quota;

import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.PermittedRate;
import dev.rowan.engine.throttle.Throttle;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// Runs the throttle of a limit for all members, and divides what it permits among them.
///
/// Shares are max-min fair by demand. A member that has not reported for a second gets nothing, and what it had goes
/// to the others when its last quota has run out. A share grows only by what others no longer use: a quota that was
/// assigned counts until its member reports that it uses a later one. Owned by its throttle.
final class QuotaLeader {
    /// How far ahead quotas are assigned: the time until the next assignment.
    static final long TICK = 250_000_000;

    private static final double SECOND = 1e9;
    /// The demand of a member without a backlog, relative to what it dispatched, and at least so many requests a
    /// second.
    private static final double HEADROOM = 1.5;

    private static final double MIN_DEMAND = 1;

    /// After a cut, so many intervals times the square root of the members pass without a request: members are not
    /// synchronized, so several requests may come at once, and a bucket is empty then.
    private static final double PAUSE = 2;

    private final Throttle law;
    private final MergedEvents events;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private DeclaredLimits declared = DeclaredLimits.NONE;
    private long quotas;
    private long probes;
    private String prober = "";
    private long fedAtProbe;

    /// Its quotas have higher numbers than those of earlier terms.
    QuotaLeader(Throttle law, int term) {
        this.law = law;
        this.quotas = (long) term << 32;
        this.probes = quotas;
        this.events = new MergedEvents(law);
    }

    /// What is known of a member. `assigned` are the shares by quota that it may still use.
    private static final class Member {
        private long report;
        private long reportedAt;
        private double demand = MIN_DEMAND;
        private DeclaredLimits declared = DeclaredLimits.NONE;
        private final Map<Long, Double> assigned = new HashMap<>();

        /// The largest share that it may use at present.
        double held() {
            return assigned.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
        }
    }

    MergedEvents events() {
        return events;
    }

    Throttle throttle() {
        return law;
    }

    int members() {
        return members.size();
    }

    /// Takes a report that was sent at a monotonic time of this process.
    void receive(String id, QuotaReport report, long sentAt) {
        Member member = members.computeIfAbsent(id, _ -> new Member());
        if (report.number() <= member.report) {
            return;
        }
        double seconds = member.report == 0 ? TICK / SECOND : Math.max(0.05, (sentAt - member.reportedAt) / SECOND);
        int dispatched = events.receive(id, report, sentAt);
        double rate = (dispatched + report.backlog()) / seconds;
        member.demand =
                Math.max(MIN_DEMAND, report.backlog() > 0 ? rate : HEADROOM * Math.max(rate, member.demand / 2));
        member.report = report.number();
        member.reportedAt = sentAt;
        member.assigned.keySet().removeIf(quota -> quota < report.quota());
        member.declared = report.declared();
    }

    /// Forgets members that have left.
    void retain(Set<String> present, String self, long now) {
        members.keySet().removeIf(id -> {
            boolean left = !present.contains(id) && !id.equals(self);
            if (left) {
                events.remove(id, now);
            }
            return left;
        });
    }

    /// The quotas of all members from `now` on.
    Map<String, Quota> assign(long now) {
        silent(now);
        long complete = members.values().stream()
                .mapToLong(member -> member.reportedAt)
                .min()
                .orElse(now);
        long epochs = law.epochs();
        events.feed(now, complete, quotas + 1);
        declare();
        PermittedRate permitted = law.permitted(now, now + TICK);
        double rate = permitted.requestsPerSecond();
        long pause = law.epochs() > epochs && rate > 0 ? (long) (PAUSE * Math.sqrt(members.size()) / rate * SECOND) : 0;
        long held = Math.max(0, law.heldUntil() == Long.MIN_VALUE ? 0 : (law.heldUntil() - now) / 1_000_000);
        double[] shares = shares(permitted);
        quotas++;
        if (permitted.probe()) {
            probe();
        }
        var assigned = new LinkedHashMap<String, Quota>();
        int index = 0;
        for (Map.Entry<String, Member> entry : members.entrySet()) {
            Member member = entry.getValue();
            double share = shares[index++];
            member.assigned.put(quotas, share);
            assigned.put(
                    entry.getKey(),
                    new Quota(
                            quotas,
                            member.report,
                            permitted.isUnlimited() ? permitted.perSecond() : share * permitted.perSecond(),
                            permitted.unit(),
                            part(permitted.inFlight(), share),
                            permitted.probe() && entry.getKey().equals(prober) ? probes : 0,
                            held,
                            pause,
                            members.size(),
                            share));
        }
        return assigned;
    }

    /// Chooses who sends the next probe, unless one was chosen who has not sent it yet: the member with the largest
    /// demand.
    private void probe() {
        if (members.containsKey(prober) && events.fed() == fedAtProbe) {
            return;
        }
        probes++;
        fedAtProbe = events.fed();
        prober = members.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().demand))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private void silent(long now) {
        members.entrySet().removeIf(entry -> {
            boolean silent = now - entry.getValue().reportedAt > QuotaMember.VALIDITY.toNanos();
            if (silent) {
                events.remove(entry.getKey(), now);
            }
            return silent;
        });
    }

    private void declare() {
        DeclaredLimits strictest = members.values().stream()
                .map(member -> member.declared)
                .reduce(DeclaredLimits.NONE, DeclaredLimits::tightened);
        if (!strictest.equals(declared)) {
            declared = strictest;
            law.limit(strictest);
        }
    }

    /// The shares of the members, in order. Their sum, and that of all shares in use, is at most 1.
    private double[] shares(PermittedRate permitted) {
        double limit = permitted.requestsPerSecond();
        double[] demands =
                members.values().stream().mapToDouble(member -> member.demand).toArray();
        double[] target = FairShares.of(1, relative(demands, limit));
        double[] held = members.values().stream().mapToDouble(Member::held).toArray();
        double free = 1;
        double wanted = 0;
        for (int i = 0; i < target.length; i++) {
            free -= held[i];
            wanted += Math.max(0, target[i] - held[i]);
        }
        double part = wanted <= 0 ? 0 : Math.clamp(free / wanted, 0, 1);
        double[] shares = new double[target.length];
        for (int i = 0; i < target.length; i++) {
            double more = target[i] - held[i];
            shares[i] = more <= 0 ? target[i] : held[i] + part * more;
        }
        return shares;
    }

    /// Demands as parts of the limit; equal ones if there is none.
    private static double[] relative(double[] demands, double limit) {
        double[] parts = new double[demands.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = limit <= 0 || Double.isInfinite(limit) ? 1 : demands[i] / limit;
        }
        return parts;
    }

    private static OptionalInt part(OptionalInt bound, double share) {
        return bound.isEmpty() ? bound : OptionalInt.of((int) Math.max(1, Math.floor(bound.getAsInt() * share)));
    }
}

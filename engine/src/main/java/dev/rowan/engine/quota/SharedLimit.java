package dev.rowan.engine.quota;

import dev.rowan.engine.pool.Pacer;
import dev.rowan.landscape.LimitStore;
import dev.rowan.landscape.LimitStore.Pool;
import dev.rowan.landscape.LimitStore.Term;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// One limit as a process of several sees it: takes part in the exchange of reports and quotas. Owned by the
/// coordinator's thread; the throttle is used under its pacer's lock.
final class SharedLimit {
    private final Pool pool;
    private final String member;
    private final QuotaThrottle throttle;
    private final Pacer pacer;
    private Optional<Term> term = Optional.empty();
    private int members;
    private boolean joined;

    SharedLimit(Pool pool, String member, QuotaThrottle throttle, Pacer pacer) {
        this.pool = pool;
        this.member = member;
        this.throttle = throttle;
        this.pacer = pacer;
    }

    /// Whether other processes use the limit too.
    boolean isShared() {
        return term.isEmpty() || members > 1;
    }

    /// Whether requests were refused that the leader does not know of.
    boolean hasNews() {
        return pacer.exchange(throttle::hasNewRefusals);
    }

    /// Reports to the leader, or leads.
    void exchange(LimitStore store, long now) {
        if (term.isEmpty() && pacer.exchange(() -> throttle.isExpired(now))) {
            term = store.acquire(pool, member);
            term.ifPresent(mine -> pacer.exchange(() -> {
                throttle.lead(mine.epoch(), mine.estimate().map(QuotaCodec::estimate), now);
                return true;
            }));
        }
        if (term.isPresent()) {
            lead(store, term.get(), now);
        } else {
            follow(store, now);
        }
    }

    private void follow(LimitStore store, long now) {
        boolean news = hasNews() || !joined;
        joined = true;
        QuotaReport report = pacer.exchange(() -> throttle.report(pacer.backlog(), now));
        Optional<String> quota = store.report(pool, member, QuotaCodec.text(report), news);
        quota.ifPresent(text -> pacer.exchange(() -> {
            throttle.assign(QuotaCodec.quota(text), now);
            return true;
        }));
    }

    private void lead(LimitStore store, Term mine, long now) {
        QuotaReport own = pacer.exchange(() -> throttle.report(pacer.backlog(), now));
        Optional<String> found = pacer.exchange(throttle::found).map(QuotaCodec::text);
        Optional<List<LimitStore.Member>> others = store.renew(pool, member, mine.epoch(), found, QuotaMember.VALIDITY);
        if (others.isEmpty()) {
            stepDown();
            return;
        }
        Map<String, QuotaThrottle.Received> reports = received(others.get(), now);
        long epochs = pacer.exchange(throttle::epochs);
        Map<String, Quota> quotas = pacer.exchange(() -> throttle.assign(own, reports, now));
        boolean news = members != quotas.size() + 1 || pacer.exchange(throttle::epochs) > epochs;
        members = quotas.size() + 1;
        Map<String, String> texts = quotas.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, quota -> QuotaCodec.text(quota.getValue())));
        if (!texts.isEmpty() && !store.assign(pool, mine.epoch(), texts, news)) {
            stepDown();
        }
    }

    private static Map<String, QuotaThrottle.Received> received(List<LimitStore.Member> others, long now) {
        var reports = new HashMap<String, QuotaThrottle.Received>();
        others.forEach(other -> reports.put(
                other.id(),
                new QuotaThrottle.Received(
                        QuotaCodec.report(other.report()), now - other.age().toNanos())));
        return reports;
    }

    /// Another process leads now.
    private void stepDown() {
        term = Optional.empty();
        joined = false;
        pacer.exchange(() -> {
            throttle.follow();
            return true;
        });
    }

    void leave(LimitStore store) {
        store.leave(pool, member);
    }
}

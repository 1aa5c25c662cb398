package dev.rowan.landscape;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rate limits that processes on one landscape share: who leads each, what the members report, and what the leader
/// assigns to them. Reports, quotas and estimates are texts whose meaning is the callers'.
///
/// Has a session of its own, so it belongs to one thread. Any method may throw a [LandscapeException].
public interface LimitStore extends AutoCloseable {
    /// A leader that has not renewed its lease for this long has lost it.
    Duration LEASE = Duration.ofSeconds(2);

    /// A limit: a service by its address, an account by the fingerprint of its key, and a tier.
    record Pool(String service, String account, String tier) {}

    /// The term of a leader, and what the last one had found, if that was recently.
    record Term(int epoch, Optional<String> estimate) {}

    /// The last report of a member, and its age.
    record Member(String id, String report, Duration age) {}

    /// Makes `member` the leader if there is none; empty if another process leads.
    Optional<Term> acquire(Pool pool, String member);

    /// Renews the lease of a leader and reads the other members' latest reports that are at most `maxAge` old; empty if
    /// the lease was lost.
    Optional<List<Member>> renew(Pool pool, String member, int epoch, Optional<String> estimate, Duration maxAge);

    /// Assigns quotas by member; false if the lease was lost, so that nothing was assigned. With `notify`, members are
    /// woken.
    boolean assign(Pool pool, int epoch, Map<String, String> quotas, boolean notify);

    /// Stores a member's report and returns its quota, if there is one. With `notify`, the leader is woken.
    Optional<String> report(Pool pool, String member, String report, boolean notify);

    /// The latest quota of a member.
    Optional<String> quota(Pool pool, String member);

    /// Removes a member, and its lease if it leads.
    void leave(Pool pool, String member);

    /// Waits until another process notifies, or for this long; whether it was notified.
    boolean await(Duration most);

    @Override
    void close();
}

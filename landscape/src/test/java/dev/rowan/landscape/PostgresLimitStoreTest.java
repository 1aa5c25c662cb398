package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.LimitStore.Member;
import dev.rowan.landscape.LimitStore.Pool;
import dev.rowan.landscape.LimitStore.Term;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Leases, reports and quotas of shared limits, on a real PostgreSQL.
@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresLimitStoreTest extends LandscapeFixture {
    private static final Pool POOL = new Pool("https://service.test", "hmac-sha256:aa", "default");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final String url;

    PostgresLimitStoreTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    @Override
    String url() {
        return url;
    }

    private LimitStore store() {
        return landscape.limits().orElseThrow().get();
    }

    /// As if nothing had happened for so long.
    private void age(Duration by) throws SQLException {
        try (Session session = Database.of(url, Path.of(".")).open()) {
            long micros = by.toNanos() / 1_000;
            session.execute("UPDATE limit_pool SET renewed = renewed - " + micros);
            session.execute("UPDATE limit_member SET reported = reported - " + micros);
            session.commit();
        }
    }

    @Test
    void oneOfManyBecomesTheLeader() throws Exception {
        for (int round = 0; round < 20; round++) {
            var pool = new Pool("https://service.test/" + round, "", "default");
            var start = new CountDownLatch(1);
            var terms = new ArrayList<FutureTask<Optional<Term>>>();
            try (var scope = CallScope.open("candidates")) {
                for (int i = 0; i < 4; i++) {
                    String member = "m" + i;
                    terms.add(scope.fork(() -> {
                        try (LimitStore store = store()) {
                            start.await();
                            return store.acquire(pool, member);
                        }
                    }));
                }
                start.countDown();
                int leaders = 0;
                for (FutureTask<Optional<Term>> term : terms) {
                    leaders += term.get().isPresent() ? 1 : 0;
                }
                assertThat(leaders).as("leaders in round " + round).isEqualTo(1);
            }
        }
    }

    @Test
    void reportsReachTheLeaderAndQuotasTheMembers() {
        try (LimitStore store = store()) {
            Term term = store.acquire(POOL, "a").orElseThrow();
            assertThat(store.report(POOL, "b", "report of b", false)).isEmpty();

            assertThat(store.renew(POOL, "a", term.epoch(), Optional.empty(), Duration.ofMinutes(5))
                            .orElseThrow())
                    .extracting(Member::id, Member::report)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("b", "report of b"));
            assertThat(store.assign(POOL, term.epoch(), Map.of("b", "quota of b"), true))
                    .isTrue();
            assertThat(store.quota(POOL, "b")).contains("quota of b");
            assertThat(store.report(POOL, "b", "next", true)).contains("quota of b");
        }
    }

    @Test
    void aSilentLeaderIsReplacedAndAssignsNothingAnyMore() throws Exception {
        try (LimitStore store = store()) {
            Term first = store.acquire(POOL, "a").orElseThrow();
            store.renew(POOL, "a", first.epoch(), Optional.of("found"), SECOND);
            age(Duration.ofMinutes(-5)); // however slow this machine is
            assertThat(store.acquire(POOL, "b")).isEmpty();

            age(Duration.ofMinutes(5).plusMillis(2_100));
            Term second = store.acquire(POOL, "b").orElseThrow();

            assertThat(second).isEqualTo(new Term(first.epoch() + 1, Optional.of("found")));
            store.report(POOL, "c", "report", false);
            assertThat(store.assign(POOL, first.epoch(), Map.of("c", "from a zombie"), false))
                    .isFalse();
            assertThat(store.renew(POOL, "a", first.epoch(), Optional.of("wrong"), SECOND))
                    .isEmpty();
            assertThat(store.quota(POOL, "c")).isEmpty();
        }
    }

    @Test
    void aMemberThatIsSilentForASecondIsNotRead() throws Exception {
        try (LimitStore store = store()) {
            Term term = store.acquire(POOL, "a").orElseThrow();
            store.report(POOL, "b", "report", false);
            age(Duration.ofMillis(1_100));

            assertThat(store.renew(POOL, "a", term.epoch(), Optional.empty(), SECOND))
                    .contains(List.of());
        }
    }

    @Test
    void whatWasFoundIsForgottenWhenTheLastMemberLeavesOrAfterAMinute() throws Exception {
        try (LimitStore store = store()) {
            Term term = store.acquire(POOL, "a").orElseThrow();
            store.renew(POOL, "a", term.epoch(), Optional.of("found"), SECOND);
            store.leave(POOL, "a");
            Term alone = store.acquire(POOL, "b").orElseThrow();
            assertThat(alone.estimate()).isEmpty();

            store.renew(POOL, "b", alone.epoch(), Optional.of("found"), SECOND);
            store.report(POOL, "c", "report", false);
            store.leave(POOL, "b");
            Term next = store.acquire(POOL, "c").orElseThrow();
            assertThat(next.estimate()).contains("found");

            age(Duration.ofSeconds(61));
            assertThat(store.acquire(POOL, "d").orElseThrow().estimate()).isEmpty();
        }
    }

    @Test
    void othersAreNotifiedAndOneselfIsNot() {
        try (LimitStore store = store();
                LimitStore other = store()) {
            Term term = store.acquire(POOL, "a").orElseThrow();
            store.report(POOL, "b", "report", false);
            store.assign(POOL, term.epoch(), Map.of("b", "quota"), true);

            assertThat(other.await(Duration.ofSeconds(10))).isTrue();
            assertThat(store.await(Duration.ofMillis(50))).isFalse();
        }
    }
}

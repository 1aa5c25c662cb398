package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Control requests to runs, on any database.
abstract class OrdersContract extends LandscapeFixture {
    private static final List<ControlRequest> ALL = List.of(
            new ControlRequest.PoolSize("ask", 8),
            new ControlRequest.RequestsPerMinute("ask", OptionalLong.of(60)),
            new ControlRequest.RequestsPerMinute("ask", OptionalLong.empty()),
            new ControlRequest.TokensPerMinute("a \"b\"", OptionalLong.of(1)),
            new ControlRequest.TokensPerMinute("ask", OptionalLong.empty()),
            new ControlRequest.MaxCost(new Usd(12_345_678_901L)),
            new ControlRequest.Pause(),
            new ControlRequest.Resume(),
            new ControlRequest.Drain(),
            new ControlRequest.Cancel(),
            new ControlRequest.CancelJobs(OptionalLong.of(2)),
            new ControlRequest.CancelJobs(OptionalLong.empty()));

    private ControlRequestStore orders() {
        return Landscapes.controlRequests(url(), Path.of("."));
    }

    @Test
    void listsRequestsInOrderUntilTheyAreAnswered() throws InterruptedException {
        try (LandscapeRecorder _ = landscape.start(Samples.run("a"));
                LandscapeRecorder _ = landscape.start(Samples.run("b"));
                ControlRequestStore given = orders();
                ControlRequestStore taken = orders()) {
            for (ControlRequest order : ALL) {
                given.give("a", "ada", order);
            }
            List<ControlRequestStore.Submitted> waiting = taken.waiting("a");
            assertThat(waiting).extracting(ControlRequestStore.Submitted::order).isEqualTo(ALL);
            assertThat(waiting)
                    .extracting(ControlRequestStore.Submitted::operator)
                    .containsOnly("ada");
            assertThat(taken.waiting("b")).isEmpty();

            long first = waiting.getFirst().number();
            assertThat(given.answered(first)).isEmpty();
            taken.answer(first, true, "done");
            taken.answer(first, false, "too late");
            assertThat(given.answered(first)).contains(new ControlRequestStore.Answer(true, "done"));
            assertThat(taken.waiting("a")).hasSize(ALL.size() - 1);
        }
    }

    @Test
    void rejectsARequestToARunWithoutAnOwner() throws InterruptedException {
        record("a", List.of(Samples.read(1)));
        try (ControlRequestStore orders = orders()) {
            assertThatThrownBy(() -> orders.give("a", "ada", new ControlRequest.Pause()))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("run a accepts no control requests: no process is executing it")
                    .hasMessageContaining("rowan resume a");
            assertThatThrownBy(() -> orders.give("z", "ada", new ControlRequest.Pause()))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("there is no run 'z'");
            assertThat(orders.waiting("a")).isEmpty();
        }
    }

    @Test
    void rejectsAnUnknownRequestWithoutBlockingOthers() throws InterruptedException, SQLException {
        try (LandscapeRecorder _ = landscape.start(Samples.run("a"));
                ControlRequestStore orders = orders()) {
            long strange = orders.give("a", "ada", new ControlRequest.Pause());
            orders.give("a", "ada", new ControlRequest.Resume());
            try (Session session = Database.of(url(), Path.of(".")).open()) {
                session.begin();
                session.execute("UPDATE run_order SET asked = '{\"order\":\"dance\"}' WHERE order_no = " + strange);
                session.commit();
            }

            assertThat(orders.waiting("a"))
                    .extracting(ControlRequestStore.Submitted::order)
                    .containsExactly(new ControlRequest.Resume());
            assertThat(orders.answered(strange)).hasValueSatisfying(answer -> {
                assertThat(answer.followed()).isFalse();
                assertThat(answer.message()).contains("got 'dance'");
            });
        }
    }

    @Test
    void rejectsInvalidValues() {
        assertThatThrownBy(() -> ControlRequest.of(Map.of("order", "pool_size", "node", "ask", "value", "many")))
                .hasMessageContaining("pool_size needs a whole number as 'value', got many");
        assertThatThrownBy(() -> ControlRequest.of(Map.of("order", "pool_size", "value", 3L)))
                .hasMessageContaining("must name a transform");
        assertThatThrownBy(() -> ControlRequest.of(Map.of("order", "max_cost_usd", "value", "-1")))
                .hasMessageContaining("an amount of dollars");
        assertThat(ControlRequest.of(Map.of("order", "requests_per_minute", "node", "ask", "value", "none")))
                .isEqualTo(new ControlRequest.RequestsPerMinute("ask", OptionalLong.empty()));
    }
}

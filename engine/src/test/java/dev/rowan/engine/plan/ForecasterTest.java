package dev.rowan.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.plan.Forecast.CapStatus;
import dev.rowan.engine.plan.Forecast.Scope;
import dev.rowan.engine.plan.Forecaster.Asked;
import dev.rowan.engine.plan.TimeEstimate.By;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private static final RowTransform EVEN = (row, _) -> row.get("n") instanceof Long n && n % 2 == 0
            ? TransformResult.success(row)
            : TransformResult.blocked(Reason.of("odd", "odd"));

    private static Asked all() {
        return new Asked(1_000, OptionalLong.empty(), Duration.ofSeconds(2));
    }

    private static Planning counting(int rows) {
        return new Planning().source(ListSource.counting(rows)).local("even", EVEN);
    }

    @Test
    void countsTheRowsThatReachANodeAndWhatTheyTake() throws Exception {
        Forecast forecast = counting(10)
                .calling("check", Asking.about("n"))
                .calling("ask", Asking.about("n").adding("answer"))
                .forecast(all());
        assertThat(forecast.scope()).isEqualTo(new Scope.Whole(10));
        assertThat(forecast.stops()).isEqualTo(Map.of("even", 5L));
        assertThat(forecast.nodes()).hasSize(2).allSatisfy(node -> {
            assertThat(node.rows()).isEqualTo(5);
            assertThat(node.calls()).isEqualTo(5);
            assertThat(node.inputTokens()).isEqualTo(150);
            assertThat(node.outputTokens()).isEqualTo(50);
            assertThat(node.cost().likely()).isEqualByComparingTo("5");
        });
        assertThat(forecast.nodes().getFirst().batch()).isEmpty();
        assertThat(forecast.cost().worst()).isEqualByComparingTo("10");
        assertThat(forecast.batch().orElseThrow().likely()).isEqualByComparingTo("7.5");
        assertThat(forecast.capStatus()).isEqualTo(CapStatus.OPEN);
    }

    @Test
    void extrapolatesFromTheSampledRows() throws Exception {
        Forecast forecast = counting(1_000)
                .calling("ask", Asking.about("n"))
                .forecast(new Asked(100, OptionalLong.empty(), Duration.ofSeconds(2)));
        assertThat(forecast.scope()).isEqualTo(new Scope.Extrapolated(100, 1_000));
        assertThat(forecast.nodes().getFirst().calls()).isEqualTo(500);
        assertThat(forecast.cost().likely()).isEqualByComparingTo("500");
        assertThat(forecast.stops()).isEqualTo(Map.of("even", 500L));
        Forecast limited = counting(1_000)
                .calling("ask", Asking.about("n"))
                .forecast(new Asked(100, OptionalLong.of(400), Duration.ofSeconds(2)));
        assertThat(limited.scope()).isEqualTo(new Scope.Extrapolated(100, 400));
        assertThat(limited.nodes().getFirst().calls()).isEqualTo(200);
        Forecast few = counting(1_000)
                .calling("ask", Asking.about("n"))
                .forecast(new Asked(100, OptionalLong.of(10), Duration.ofSeconds(2)));
        assertThat(few.scope()).isEqualTo(new Scope.Whole(10));
    }

    @Test
    void reportsAnUnknownNumberOfRows() throws Exception {
        var source = new SourceWithoutSize(ListSource.counting(1_000));
        Forecast forecast = new Planning()
                .source(source)
                .calling("ask", Asking.about("n"))
                .forecast(new Asked(100, OptionalLong.empty(), Duration.ofSeconds(2)));
        assertThat(forecast.scope()).isEqualTo(new Scope.Beginning(100));
        assertThat(forecast.nodes().getFirst().calls()).isEqualTo(100);
        assertThat(source.closed()).isTrue();
    }

    @Test
    void isHeldUpByTheTightestLimit() throws Exception {
        assertThat(alone(Map.of("pool_size", 10))).isEqualTo(at(20, By.POOL_SIZE));
        assertThat(alone(Map.of("pool_size", 100, "requests_per_minute", 60)))
                .isEqualTo(at(100, By.REQUESTS_PER_MINUTE));
        assertThat(alone(Map.of("pool_size", 100, "tokens_per_minute", 1_000)))
                .isEqualTo(at(240, By.TOKENS_PER_MINUTE));
        assertThat(alone(Map.of("pool_size", 100, "min_dispatch_delay_ms", 50)))
                .isEqualTo(at(5, By.MIN_DISPATCH_DELAY_MS));
        assertThat(new Planning()
                        .with("window", 4)
                        .source(ListSource.counting(100))
                        .calling("ask", Asking.about("n"), Map.of("pool_size", 100))
                        .forecast(all())
                        .time())
                .isEqualTo(at(50, By.WINDOW));
    }

    @Test
    void letsNodesWithTheSameKeyShareItsLimits() throws Exception {
        var limits = Map.of("pool_size", 100, "requests_per_minute", 60);
        Forecast forecast = new Planning()
                .source(ListSource.counting(100))
                .calling("one", Asking.about("n"), limits)
                .calling("two", Asking.about("n"), Map.of("pool_size", 100))
                .forecast(all());
        assertThat(forecast.nodes().getFirst().time()).isEqualTo(at(100, By.REQUESTS_PER_MINUTE));
        assertThat(forecast.time()).isEqualTo(at(200, By.REQUESTS_PER_MINUTE));
    }

    private static TimeEstimate at(long seconds, By by) {
        return new TimeEstimate(Duration.ofSeconds(seconds), by);
    }

    private static TimeEstimate alone(Map<String, ?> options) throws IOException, InterruptedException {
        Forecast forecast = new Planning()
                .source(ListSource.counting(100))
                .calling("ask", Asking.about("n"), options)
                .forecast(all());
        assertThat(forecast.time()).isEqualTo(forecast.nodes().getFirst().time());
        return forecast.time();
    }

    @Test
    void comparesWithTheCap() throws Exception {
        assertThat(capped("4", Optional.of("1"))).isEqualTo(CapStatus.STOPS);
        assertThat(capped("5", Optional.of("1"))).isEqualTo(CapStatus.FITS);
        assertThat(capped("5", Optional.empty())).isEqualTo(CapStatus.REFUSED);
    }

    private static CapStatus capped(String cap, Optional<String> price) throws IOException, InterruptedException {
        var usd = price.map(BigDecimal::new).map(dev.rowan.api.call.Usd::of);
        Forecast forecast = counting(10)
                .with("max_cost_usd", new BigDecimal(cap))
                .calling("ask", new Asking("n", Set.of(), usd))
                .forecast(all());
        assertThat(forecast.unpriced()).isEqualTo(price.isPresent() ? 0 : 5);
        return forecast.capStatus();
    }

    @Test
    void countsCallsThatHoldAnEarlierAnswerAsGuesses() throws Exception {
        Forecast forecast = counting(10)
                .calling("ask", Asking.about("n").adding("answer"))
                .calling("check", Asking.about("answer"))
                .forecast(all());
        assertThat(forecast.nodes()).extracting(NodeForecast::guessed).containsExactly(0L, 5L);
        assertThat(forecast.nodes()).extracting(NodeForecast::calls).containsExactly(5L, 5L);
    }
}

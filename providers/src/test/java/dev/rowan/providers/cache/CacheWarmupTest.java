package dev.rowan.providers.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.plugin.Observations;
import dev.rowan.providers.cache.CachePolicy.Turn;
import dev.rowan.providers.price.PriceTable;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CacheWarmupTest {
    private final FakeTime time = new FakeTime();
    private final CachePolicy policy = new CachePolicy(
            PriceTable.bundled().cache("anthropic", "claude-sonnet-5"),
            CacheMode.AUTO,
            false,
            new CacheObservations(Observations.NONE, "a model"),
            time,
            new StaticPrefix("You answer with one word. ".repeat(800), ""),
            Optional.empty());
    private final CacheWarmup warmup = new CacheWarmup(policy, time);

    @Test
    void othersWaitUntilTheFirstCallIsAnswered() throws Exception {
        String answer = warmup.send(() -> {
            policy.marks(false);
            assertThat(policy.turn()).isEqualTo(Turn.WAITS);
            return "yes";
        });

        assertThat(answer).isEqualTo("yes");
        assertThat(policy.turn()).isEqualTo(Turn.FREE);
    }

    /// Its answer was on record, as with `--since`, or another call's answer is waited for: nothing was written.
    @Test
    void afterAFirstCallThatIsNotSentOthersWaitForTheNextThatIs() throws Exception {
        warmup.send(() -> "recorded");
        assertThat(policy.turn()).isEqualTo(Turn.FREE);
        time.advance(Duration.ofMinutes(1));

        policy.marks(false);
        assertThat(policy.turn()).isEqualTo(Turn.WAITS);
        policy.written();
        assertThat(policy.turn()).isEqualTo(Turn.FREE);
    }

    @Test
    void nobodyWaitsFiveSecondsAfterTheFirstCallHasStarted() throws Exception {
        warmup.send(() -> {
            policy.marks(false);
            time.advance(Duration.ofMillis(4_999));
            assertThat(policy.turn()).isEqualTo(Turn.WAITS);
            time.advance(Duration.ofMillis(1));
            assertThat(policy.turn()).isEqualTo(Turn.FREE);
            return "late";
        });
    }
}

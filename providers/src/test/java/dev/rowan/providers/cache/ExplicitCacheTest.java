package dev.rowan.providers.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.plugin.Observations;
import dev.rowan.providers.cache.ExplicitCache.Step;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplicitCacheTest {
    private static final String RUN = "run-1";
    private static final int PROMPT = 4_000;

    private final FakeTime time = new FakeTime();
    private final Kept kept = new Kept(new LinkedHashMap<>());

    /// Observations in memory.
    private record Kept(Map<String, Map<String, @Nullable Object>> facts) implements Observations {
        @Override
        public Optional<Map<String, @Nullable Object>> latest(String topic) {
            return Optional.ofNullable(facts.get(topic));
        }

        @Override
        public void record(String topic, Map<String, ?> more) {
            facts.put(topic, new LinkedHashMap<>(more));
        }
    }

    /// A cache at the prices of `input` dollars, a tenth for reads, and `storage` an hour.
    private ExplicitCache cache(double input, double storage, boolean always) {
        return new ExplicitCache(
                new CacheObservations(kept, "a model"),
                "prefix",
                new ExplicitCache.Terms(input, input / 10, storage),
                always,
                time);
    }

    private ExplicitCache flash() {
        return cache(0.3, 1, false);
    }

    /// So many answers, `hits` of each hundred read from a cache, one in each `pause`.
    private void answer(ExplicitCache cache, int answers, int hits, Duration pause) {
        for (int i = 0; i < answers; i++) {
            cache.answered(PROMPT, i % 100 < hits ? PROMPT * 3 / 4 : 0, 0.75, false);
            time.advance(pause);
        }
    }

    /// Storage of 1 dollar an hour for a million tokens of 0.30 dollars pays from 4.8 misses on, if they come within
    /// half an hour.
    @ParameterizedTest
    @CsvSource({
        "0.3, 1, 0, 49, 1, false", // too few answers
        "0.3, 1, 0, 50, 1, true",
        "0.3, 1, 100, 5000, 1, false", // the provider's own cache always hits
        "0.3, 1, 99, 100, 1, false",
        "0.3, 1, 95, 200, 1, true",
        "1.25, 4.5, 0, 50, 1, true",
        "0.1, 1, 0, 50, 1, true",
        "0.3, 1, 0, 50, 600, false", // 6 calls an hour
        "0.3, 1, 0, 50, 120, true" // 30 calls an hour
    })
    void isCreatedWhenMissesHaveCostAsMuch(
            double input, double storage, int hits, int answers, int seconds, boolean creates) {
        ExplicitCache cache = cache(input, storage, false);
        answer(cache, answers, hits, Duration.ofSeconds(seconds));

        assertThat(cache.next(RUN)).isEqualTo(creates ? new Step.Create() : new Step.Nothing());
    }

    @Test
    void oneRowAloneCreatesIt() {
        ExplicitCache cache = flash();
        answer(cache, 50, 0, Duration.ofSeconds(1));

        assertThat(cache.next(RUN)).isEqualTo(new Step.Create());
        assertThat(cache.next(RUN)).isEqualTo(new Step.Nothing());
        cache.created(RUN, "cachedContents/1", time.instant().plus(ExplicitCache.TTL));
        assertThat(cache.name()).hasValue("cachedContents/1");
        assertThat(cache.next(RUN)).isEqualTo(new Step.Nothing());
    }

    @Test
    void oneThatHasPaidIsRenewedAndAnotherIsNot() {
        ExplicitCache cache = flash();
        answer(cache, 50, 0, Duration.ofSeconds(1));
        cache.next(RUN);
        cache.created(RUN, "cachedContents/1", time.instant().plus(ExplicitCache.TTL));
        for (int i = 0; i < 50; i++) {
            cache.answered(PROMPT, PROMPT * 3 / 4, 0.75, true);
        }
        time.advance(ExplicitCache.TTL);

        assertThat(cache.name()).isEmpty();
        cache.answered(PROMPT, 0, 0.75, false);
        assertThat(cache.next(RUN)).isEqualTo(new Step.Create());
        cache.created(RUN, "cachedContents/2", time.instant().plus(ExplicitCache.TTL));
        time.advance(ExplicitCache.TTL);
        assertThat(cache.name()).isEmpty();
        cache.answered(PROMPT, 0, 0.75, false);
        assertThat(cache.next(RUN)).isEqualTo(new Step.Nothing());
    }

    @Test
    void anotherProcessOfTheRunAdoptsWhatTheRecordNames() {
        flash().created(RUN, "cachedContents/1", time.instant().plus(ExplicitCache.TTL));
        ExplicitCache resumed = flash();

        assertThat(resumed.name()).isEmpty();
        resumed.answered(PROMPT, 0, 0.75, false);
        assertThat(resumed.next(RUN)).isEqualTo(new Step.Nothing());
        assertThat(resumed.name()).hasValue("cachedContents/1");
        assertThat(resumed.retire()).hasValue("cachedContents/1");
        ExplicitCache other = flash();
        other.answered(PROMPT, 0, 0.75, false);
        assertThat(other.next("run-2")).isEqualTo(new Step.Nothing());
        assertThat(other.name()).isEmpty();
    }

    @Test
    void aCreationWithoutAnEndIsLookedFor() {
        flash().creating(RUN, "rowan-run-1-r5");
        ExplicitCache resumed = flash();
        resumed.answered(PROMPT, 0, 0.75, false);

        assertThat(resumed.next(RUN)).isEqualTo(new Step.Find("rowan-run-1-r5"));
        resumed.notFound(RUN);
        resumed.answered(PROMPT, 0, 0.75, false);
        assertThat(resumed.next(RUN)).isEqualTo(new Step.Nothing());
    }

    @Test
    void whatIsGoneTwiceIsNotCreatedAThirdTime() {
        ExplicitCache cache = cache(0.3, 1, true);
        for (int i = 1; i <= 2; i++) {
            cache.answered(PROMPT, 0, 0.75, false);
            assertThat(cache.next(RUN)).isEqualTo(new Step.Create());
            cache.created(RUN, "cachedContents/" + i, time.instant().plus(ExplicitCache.TTL));
            cache.gone("cachedContents/" + i);
            assertThat(cache.name()).isEmpty();
        }
        cache.answered(PROMPT, 0, 0.75, false);

        assertThat(cache.next(RUN)).isEqualTo(new Step.Nothing());
    }

    /// The clock of the machine is ahead of the provider's.
    @Test
    void whatHasExpiredWhenItIsCreatedIsNotPaidAThirdTime() {
        ExplicitCache cache = cache(0.3, 1, true);
        for (int i = 1; i <= 2; i++) {
            cache.answered(PROMPT, 0, 0.75, false);
            assertThat(cache.next(RUN)).isEqualTo(new Step.Create());
            cache.created(RUN, "cachedContents/" + i, time.instant());
            assertThat(cache.name()).isEmpty();
        }
        cache.answered(PROMPT, 0, 0.75, false);

        assertThat(cache.next(RUN)).isEqualTo(new Step.Nothing());
    }

    @Test
    void aRefusalCountsInLaterRunsToo() {
        cache(0.3, 1, true).refused(RUN, "too small");
        ExplicitCache later = cache(0.3, 1, true);
        later.answered(PROMPT, 0, 0.75, false);

        assertThat(later.next("run-2")).isEqualTo(new Step.Nothing());
    }

    @Test
    void isNotCreatedAgainAfterTwoFailures() {
        ExplicitCache cache = cache(0.3, 1, true);
        for (int i = 0; i < 2; i++) {
            answer(cache, 1, 0, Duration.ofSeconds(1));
            assertThat(cache.next(RUN)).isInstanceOf(Step.Create.class);
            cache.notFound(RUN);
        }
        answer(cache, 1, 0, Duration.ofSeconds(1));

        assertThat(cache.next(RUN)).isInstanceOf(Step.Nothing.class);
    }

    /// The service did not say whether it was created: a resumed run asks again, instead of paying for another.
    @Test
    void isLookedForByAResumedRunIfItsCreationIsUndecided() {
        ExplicitCache cache = cache(0.3, 1, true);
        answer(cache, 1, 0, Duration.ofSeconds(1));
        assertThat(cache.next(RUN)).isInstanceOf(Step.Create.class);
        cache.creating(RUN, "a name");
        cache.undecided();
        answer(cache, 1, 0, Duration.ofSeconds(1));
        assertThat(cache.next(RUN)).isInstanceOf(Step.Nothing.class);

        ExplicitCache resumed = cache(0.3, 1, true);
        answer(resumed, 1, 0, Duration.ofSeconds(1));

        assertThat(resumed.next(RUN)).isEqualTo(new Step.Find("a name"));
    }
}

package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FixedWindowTest {
    private static final long SECOND = 1_000_000_000;

    private final FixedWindow window = new FixedWindow(new LimitUnitDetector());

    @Test
    void oneBlockAloneTellsNothing() {
        block(1_200, 10, 50, 60);

        assertThat(window.isKnown()).isFalse();
        assertThat(window.rate()).isEmpty();
    }

    @Test
    void twoBlocksGiveThePeriodAndTheQuota() {
        block(1_200, 10, 58, 60);

        block(2_400, 70, 119, 120);

        assertThat(window.isKnown()).isTrue();
        assertThat(window.rate().orElseThrow()).isCloseTo(1_200 / 59.0, within(1.0));
    }

    @Test
    void halvesTheBoundsOfTheWindowStart() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);

        assertThat(window.retryAt(130 * SECOND).orElseThrow()).isCloseTo(179.5 * SECOND, within(0.01 * SECOND));
        assertThat(window.retryAt((long) (179.6 * SECOND)).orElseThrow()).isCloseTo(180.0 * SECOND, within(1.0));
    }

    @Test
    void doublesTheDelayOfALateWindowStart() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);

        assertThat(window.retryAt(180 * SECOND).orElseThrow()).isCloseTo(180.25 * SECOND, within(1.0));
        assertThat(window.retryAt(182 * SECOND).orElseThrow()).isCloseTo(184.0 * SECOND, within(1.0));
        assertThat(window.retryAt(200 * SECOND)).isEmpty();
    }

    @Test
    void aConfirmedQuotaIsUsedWhenTwoThirdsOfTheWindowAreOver() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);
        window.updateSpread(0.02, 5);
        assertThat(window.rate().orElseThrow()).isCloseTo(1_200 / 59.0, within(1.0));

        block(3_600, 170, 179, 180);
        window.updateSpread(0.02, 5);

        assertThat(window.rate().orElseThrow()).isCloseTo(1_200 / 39.4, within(1.0));
    }

    @Test
    void aQuotaOfFewRequestsIsSpreadOverTheWholeWindowSinceProbesWouldCostTooMuch() {
        block(60, 10, 58, 60);
        block(120, 70, 119, 120);
        block(180, 170, 179, 180);
        window.updateSpread(0.02, 5);

        assertThat(window.rate().orElseThrow()).isCloseTo(60 / 58.0, within(0.1));
    }

    @Test
    void slowRefusalsKeepTheQuotaSpreadOverTheWholeWindow() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);
        block(3_600, 170, 179, 180);
        window.updateSpread(0.5, 5);

        assertThat(window.rate().orElseThrow()).isCloseTo(1_200 / 59.0, within(1.0));
    }

    @Test
    void anEdgeThatIsNotMetHandsBackToTheSearch() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);

        assertThat(window.dispatched(mark(3_000, 150))).isEmpty();
        assertThat(window.dispatched(mark(3_700, 170))).isPresent();
        assertThat(window.rate()).isEmpty();
        assertThat(window.isKnown()).isTrue();
    }

    @Test
    void aBlockThatEndsElsewhereIsMeasuredAgain() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);

        block(3_600, 121, 129, 130);

        assertThat(window.rate().orElseThrow()).isCloseTo(1_200 / 9.0, within(5.0));
    }

    @Test
    void aPeriodThatWasConfirmedOutlastsABlockThatEndsElsewhere() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);
        block(3_600, 170, 179, 180);

        block(4_200, 200, 204, 205);
        assertThat(window.rate()).isEmpty();
        assertThat(window.retryAt(206 * SECOND).orElseThrow()).isCloseTo(240.0 * SECOND, within(1.0 * SECOND));

        block(5_400, 230, 239, 240);
        assertThat(window.rate()).isPresent();
    }

    @Test
    void aSmallRequestAcceptedBeforeAWindowOnlyMovesItsStart() {
        block(1_200, 10, 58, 60);
        block(2_400, 70, 119, 120);
        block(3_600, 170, 177, 179);

        block(3_601, 179, 180, 181);

        assertThat(window.rate().orElseThrow()).isCloseTo(1_200 / 59.0, within(1.0));
        assertThat(window.retryAt(230 * SECOND).orElseThrow()).isBetween(240.0 * SECOND, 241.0 * SECOND);
    }

    /// A block from `since` until a probe accepted at `passed`; the last refused request was sent at `refused`.
    /// Before the block, `number` requests were accepted in total.
    private void block(long number, long since, long refused, long passed) {
        var block = new RefusalPeriod();
        block.start(mark(number, since));
        block.refused(new Dispatch(number + 1, refused * SECOND, 0));
        block.probe(new Dispatch(number + 2, passed * SECOND, 0));
        window.reset(block, mark(number, passed));
    }

    private static DispatchCounter.Mark mark(long number, long seconds) {
        return new DispatchCounter.Mark(number, seconds * SECOND, 0, 0, 0);
    }
}

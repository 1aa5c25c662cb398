package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.call.Budget.Reservation;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BudgetTest {

    private static Budget capped(long pico) {
        return new Budget(Optional.of(new Usd(pico)), Usd.ZERO, Usd.ZERO);
    }

    @Test
    void refusesACallThatMayCostMoreThanCanBeCounted() throws InterruptedException {
        var budget = new Budget(Optional.of(new Usd(10)), new Usd(5), Usd.ZERO);

        assertThat(budget.reserve(Usd.MAX)).isEqualTo(Reservation.REFUSED);
    }

    @Test
    void withoutACapNothingIsSetAside() throws InterruptedException {
        var budget = new Budget(Optional.empty(), Usd.ZERO, Usd.ZERO);

        assertThat(budget.reserve(Usd.MAX)).isEqualTo(Reservation.GRANTED);
        assertThat(budget.reserve(Usd.MAX)).isEqualTo(Reservation.GRANTED);
        budget.settle(Usd.MAX, new Usd(3));
        budget.settle(Usd.MAX, new Usd(4));
        assertThat(budget.spent()).isEqualTo(new Usd(7));
    }

    @Test
    void refusesWhatCouldPassTheCapEvenAlone() throws InterruptedException {
        Budget budget = capped(100);

        assertThat(budget.reserve(new Usd(101))).isEqualTo(Reservation.REFUSED);
        assertThat(budget.reserve(new Usd(100))).isEqualTo(Reservation.GRANTED);
    }

    @Test
    void waitsForOthersToSettleBeforeItRefuses() throws Exception {
        Budget budget = capped(100);
        budget.reserve(new Usd(90));
        try (var scope = CallScope.open("budget")) {
            FutureTask<Reservation> second = scope.fork(() -> budget.reserve(new Usd(90)));
            budget.settle(new Usd(90), new Usd(5));

            assertThat(second.get()).isEqualTo(Reservation.GRANTED);
        }
        assertThat(budget.spent()).isEqualTo(new Usd(5));
    }

    @Test
    void refusesTheOneWhoWaitedWhenTheOthersSpentTooMuch() throws Exception {
        Budget budget = capped(100);
        budget.reserve(new Usd(90));
        try (var scope = CallScope.open("budget")) {
            FutureTask<Reservation> second = scope.fork(() -> budget.reserve(new Usd(50)));
            budget.settle(new Usd(90), new Usd(60));

            assertThat(second.get()).isEqualTo(Reservation.REFUSED);
        }
    }

    @Test
    void countsWhatWasSpentBefore() throws InterruptedException {
        var budget = new Budget(Optional.of(new Usd(100)), new Usd(80), Usd.ZERO);

        assertThat(budget.reserve(new Usd(21))).isEqualTo(Reservation.REFUSED);
    }

    @Test
    void wakesThoseWhoWaitWhenTheRunStops() throws Exception {
        Budget budget = capped(100);
        budget.reserve(new Usd(90));
        try (var scope = CallScope.open("budget")) {
            FutureTask<Reservation> second = scope.fork(() -> budget.reserve(new Usd(90)));
            budget.stop();

            assertThat(second.get()).isEqualTo(Reservation.STOPPED);
        }
    }

    @Test
    void aWaitingCallIsNotOvertaken() throws Exception {
        Budget budget = capped(100);
        budget.reserve(new Usd(60));
        budget.reserve(new Usd(30));
        try (var scope = CallScope.open("budget")) {
            FutureTask<Reservation> large = scope.fork(() -> budget.reserve(new Usd(50)));
            awaitInLine(budget, 1);
            FutureTask<Reservation> small = scope.fork(() -> budget.reserve(new Usd(10))); // it would fit at once
            awaitInLine(budget, 2);
            budget.settle(new Usd(30), new Usd(5));
            assertThat(budget.waiting()).isEqualTo(2);
            budget.settle(new Usd(60), new Usd(5));

            assertThat(large.get()).isEqualTo(Reservation.GRANTED);
            assertThat(small.get()).isEqualTo(Reservation.GRANTED);
        }
    }

    @Test
    void closesTheGapWhenAWaiterIsInterrupted() throws Exception {
        Budget budget = capped(100);
        budget.reserve(new Usd(90));
        try (var scope = CallScope.open("budget")) {
            FutureTask<Reservation> large = scope.fork(() -> budget.reserve(new Usd(50)));
            awaitInLine(budget, 1);
            FutureTask<Reservation> small = scope.fork(() -> budget.reserve(new Usd(10)));
            awaitInLine(budget, 2);
            large.cancel(true);

            assertThat(small.get()).isEqualTo(Reservation.GRANTED);
            assertThat(budget.waiting()).isZero();
        }
    }

    private static void awaitInLine(Budget budget, int count) {
        while (budget.waiting() < count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void neverRefusesWithoutACap() throws InterruptedException {
        var budget = new Budget(Optional.empty(), Usd.ZERO, Usd.ZERO);

        assertThat(budget.reserve(new Usd(Long.MAX_VALUE / 4))).isEqualTo(Reservation.GRANTED);
    }

    @Test
    void tryReserveReturnsTheResult() throws InterruptedException {
        Budget budget = capped(100);

        assertThat(budget.tryReserve(new Usd(101))).contains(Reservation.REFUSED);
        assertThat(budget.tryReserve(new Usd(60))).contains(Reservation.GRANTED);
        assertThat(budget.tryReserve(new Usd(60))).isEmpty();
        budget.settle(new Usd(60), new Usd(10));
        assertThat(budget.tryReserve(new Usd(60))).contains(Reservation.GRANTED);
        budget.stop();
        assertThat(budget.tryReserve(new Usd(1))).contains(Reservation.STOPPED);
    }

    @Test
    void tryReserveDoesNotOvertakeWaiters() throws Exception {
        Budget budget = capped(100);
        budget.reserve(new Usd(60));
        try (var scope = CallScope.open("budget")) {
            FutureTask<Reservation> waits = scope.fork(() -> budget.reserve(new Usd(50)));
            while (budget.waiting() == 0) {
                Thread.onSpinWait();
            }
            assertThat(budget.tryReserve(new Usd(10))).isEmpty();
            budget.settle(new Usd(60), Usd.ZERO);
            assertThat(waits.get()).isEqualTo(Reservation.GRANTED);
        }
        assertThat(budget.tryReserve(new Usd(10))).contains(Reservation.GRANTED);
    }

    @Test
    void whatJobsOfBeforeMayCostIsSetAsideUntilTheySettle() throws InterruptedException {
        var budget = new Budget(Optional.of(new Usd(100)), new Usd(20), new Usd(50));

        assertThat(budget.tryReserve(new Usd(40))).isEmpty();
        assertThat(budget.tryReserve(new Usd(30))).contains(Reservation.GRANTED);
        budget.settle(new Usd(50), new Usd(5));
        assertThat(budget.tryReserve(new Usd(45))).contains(Reservation.GRANTED);
        assertThat(budget.spent()).isEqualTo(new Usd(25));
        assertThat(budget.reserved()).isEqualTo(new Usd(75));
    }
}

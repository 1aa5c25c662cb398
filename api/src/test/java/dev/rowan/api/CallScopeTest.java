package dev.rowan.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(180)
class CallScopeTest {

    static Stream<Named<Function<String, CallScope>>> kinds() {
        return Stream.of(Named.of("virtual", CallScope::open), Named.of("platform", CallScope::openPlatform));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void closingInterruptsWhatStillRunsAndWaitsForIt(Function<String, CallScope> open) throws Exception {
        var running = new CountDownLatch(1);
        var ended = new AtomicBoolean();
        try (CallScope scope = open.apply("test")) {
            scope.start(() -> {
                running.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException _) {
                    ended.set(true);
                }
            });
            running.await();
        }

        assertThat(ended).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void givesUpOnAThreadThatDoesNotEndInTime(Function<String, CallScope> open) throws Exception {
        var let = new CountDownLatch(1);
        CallScope scope = open.apply("test");
        FutureTask<Boolean> task = scope.fork(() -> {
            while (true) {
                try {
                    let.await();
                    return true;
                } catch (InterruptedException _) {
                    // as one that was lost
                }
            }
        });

        assertThat(scope.closeWithin(Duration.ofMillis(1))).isFalse();
        scope.close();
        assertThat(scope.running()).isZero();

        let.countDown();
        assertThat(task.get()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void leavesNoThreadBehindThatEndsInTime(Function<String, CallScope> open) throws Exception {
        CallScope scope = open.apply("test");
        FutureTask<Boolean> task = scope.fork(() -> new CountDownLatch(1).await(1, TimeUnit.HOURS));

        assertThat(scope.closeWithin(Duration.ofSeconds(20))).isTrue();
        assertThat(task.isDone()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void leavesNoThreadBehind(Function<String, CallScope> open) throws Exception {
        CallScope scope = open.apply("test");
        Thread thread = scope.fork(Thread::currentThread).get();

        scope.close();

        assertThat(scope.running()).isZero();
        assertThat(thread.isAlive()).isFalse();
        assertThat(thread.getName()).startsWith("test-");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void keepsWhatACallThrewForTheOneWhoAsks(Function<String, CallScope> open) {
        try (CallScope scope = open.apply("test")) {
            FutureTask<String> task = scope.fork(() -> {
                throw new IllegalStateException("broken");
            });

            assertThatThrownBy(task::get).hasRootCauseMessage("broken");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void refusesToStartAnythingAfterItWasClosed(Function<String, CallScope> open) {
        CallScope scope = open.apply("test");
        scope.close();

        assertThatThrownBy(() -> scope.start(() -> {})).hasMessage("the scope 'test' is closed");
        assertThat(scope.running()).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anInterruptOfTheOneWhoClosesIsRememberedAndNotObeyed(Function<String, CallScope> open) throws Exception {
        var ended = new AtomicBoolean();
        var interrupted = new AtomicBoolean();
        CallScope scope = open.apply("test");
        scope.start(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                ended.set(true);
            }
        });
        try (CallScope closer = CallScope.open("closer")) {
            closer.fork(() -> {
                        Thread.currentThread().interrupt();
                        scope.close();
                        interrupted.set(Thread.interrupted());
                        return true;
                    })
                    .get();
        }

        assertThat(ended).isTrue();
        assertThat(interrupted).isTrue();
    }
}

package dev.rowan.engine.stop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StopSignalPropertyTest {

    @Provide
    Arbitrary<List<StopCause>> causes() {
        Arbitrary<StopCause> cause = Arbitraries.oneOf(
                Arbitraries.of("a signal", "a caller").map(StopCause.Interrupted::new),
                Arbitraries.of("rows", "time").map(StopCause.Limit::new),
                Arbitraries.strings().ofLength(3).map(text -> new StopCause.Failure(new IllegalStateException(text))));
        return cause.list().ofMaxSize(20);
    }

    @Property
    void keepsTheFirstCauseUnlessThereIsAFailure(@ForAll("causes") List<StopCause> causes) {
        var stop = new StopSignal();

        causes.forEach(stop::request);

        StopCause expected = causes.stream()
                .filter(cause -> cause instanceof StopCause.Failure)
                .findFirst()
                .orElse(causes.isEmpty() ? null : causes.getFirst());
        assertThat(stop.cause().orElse(null)).isEqualTo(expected);
        assertThat(stop.requested()).isEqualTo(!causes.isEmpty());
    }

    @Property
    void isUrgentAfterAFailureOrASecondRequest(@ForAll("causes") List<StopCause> causes) {
        var stop = new StopSignal();
        var urged = new AtomicInteger();
        stop.onImmediate(urged::incrementAndGet);
        boolean urgent = false;

        for (int i = 0; i < causes.size(); i++) {
            stop.request(causes.get(i));
            urgent |= i > 0 || causes.get(i) instanceof StopCause.Failure;
            assertThat(stop.isImmediate()).isEqualTo(urgent);
        }

        assertThat(urged.get() > 0).isEqualTo(urgent);
    }

    @Property
    void laterFailuresAreKeptBesideTheFirst(@ForAll("causes") List<StopCause> causes) {
        var stop = new StopSignal();

        causes.forEach(stop::request);

        List<Throwable> failures = causes.stream()
                .filter(cause -> cause instanceof StopCause.Failure)
                .map(cause -> ((StopCause.Failure) cause).defect())
                .toList();
        if (!failures.isEmpty()) {
            assertThat(failures.getFirst().getSuppressed())
                    .containsExactlyElementsOf(
                            failures.stream().skip(1).limit(10).toList());
        }
    }
}

package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.run.StopSignal.Cause;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StopSignalPropertyTest {

    @Provide
    Arbitrary<List<Cause>> causes() {
        Arbitrary<Cause> cause = Arbitraries.oneOf(
                Arbitraries.of("a signal", "a caller").map(Cause.Interrupted::new),
                Arbitraries.of("rows", "time").map(Cause.Limit::new),
                Arbitraries.strings().ofLength(3).map(text -> new Cause.Failure(new IllegalStateException(text))));
        return cause.list().ofMaxSize(20);
    }

    @Property
    void theFirstCauseStaysUnlessSomethingBroke(@ForAll("causes") List<Cause> causes) {
        var stop = new StopSignal();

        causes.forEach(stop::request);

        Cause expected = causes.stream()
                .filter(cause -> cause instanceof Cause.Failure)
                .findFirst()
                .orElse(causes.isEmpty() ? null : causes.getFirst());
        assertThat(stop.cause().orElse(null)).isEqualTo(expected);
        assertThat(stop.requested()).isEqualTo(!causes.isEmpty());
    }

    @Property
    void isUrgentAfterAFailureOrASecondRequest(@ForAll("causes") List<Cause> causes) {
        var stop = new StopSignal();
        var urged = new AtomicInteger();
        stop.whenUrgent(urged::incrementAndGet);
        boolean urgent = false;

        for (int i = 0; i < causes.size(); i++) {
            stop.request(causes.get(i));
            urgent |= i > 0 || causes.get(i) instanceof Cause.Failure;
            assertThat(stop.atOnce()).isEqualTo(urgent);
        }

        assertThat(urged.get() > 0).isEqualTo(urgent);
    }

    @Property
    void laterFailuresAreKeptBesideTheFirst(@ForAll("causes") List<Cause> causes) {
        var stop = new StopSignal();

        causes.forEach(stop::request);

        List<Throwable> failures = causes.stream()
                .filter(cause -> cause instanceof Cause.Failure)
                .map(cause -> ((Cause.Failure) cause).defect())
                .toList();
        if (!failures.isEmpty()) {
            assertThat(failures.getFirst().getSuppressed())
                    .containsExactlyElementsOf(
                            failures.stream().skip(1).limit(10).toList());
        }
    }
}

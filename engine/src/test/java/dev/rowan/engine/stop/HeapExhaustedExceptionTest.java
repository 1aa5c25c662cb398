package dev.rowan.engine.stop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapExhaustedExceptionTest {
    @Test
    void findsAClassOrLambdaThatCouldNotBeLinkedOnAFullHeap() {
        assertThat(HeapExhaustedException.behind(new RuntimeException(new BootstrapMethodError("initialization"))))
                .isPresent();
        assertThat(HeapExhaustedException.behind(new NoClassDefFoundError(
                        "Exception java.lang.OutOfMemoryError: Java heap space [in thread \"row-1\"]")))
                .isPresent();
        assertThat(HeapExhaustedException.behind(new NoClassDefFoundError("dev/rowan/Missing")))
                .isEmpty();
    }

    @Test
    void includesTheMessageOfTheJvm() {
        assertThat(HeapExhaustedException.message(new OutOfMemoryError("Java heap space")))
                .isEqualTo("out of memory (Java heap space)");
        assertThat(HeapExhaustedException.message(new OutOfMemoryError())).isEqualTo("out of memory");
    }
}

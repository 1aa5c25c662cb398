package dev.rowan.engine.stop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapExhaustedExceptionTest {
    @Test
    void includesTheMessageOfTheJvm() {
        assertThat(HeapExhaustedException.message(new OutOfMemoryError("Java heap space")))
                .isEqualTo("out of memory (Java heap space)");
        assertThat(HeapExhaustedException.message(new OutOfMemoryError())).isEqualTo("out of memory");
    }
}

package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapExhaustedExceptionTest {
    @Test
    void saysWhatTheJvmSaysIfItDoes() {
        assertThat(HeapExhaustedException.words(new OutOfMemoryError("Java heap space")))
                .isEqualTo("out of memory (Java heap space)");
        assertThat(HeapExhaustedException.words(new OutOfMemoryError())).isEqualTo("out of memory");
    }
}

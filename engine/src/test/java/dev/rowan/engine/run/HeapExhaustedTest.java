package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapExhaustedTest {
    @Test
    void saysWhatTheJvmSaysIfItDoes() {
        assertThat(HeapExhausted.words(new OutOfMemoryError("Java heap space")))
                .isEqualTo("out of memory (Java heap space)");
        assertThat(HeapExhausted.words(new OutOfMemoryError())).isEqualTo("out of memory");
    }
}

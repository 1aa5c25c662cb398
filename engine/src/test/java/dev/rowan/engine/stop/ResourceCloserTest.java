package dev.rowan.engine.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceCloserTest {
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable resource(String name) {
        return () -> closed.add(name);
    }

    @Test
    void closesEverythingWhateverOneOfThemThrows() {
        var full = new OutOfMemoryError("Java heap space");
        var failed = new IOException("no space left");
        var closing = new ResourceCloser();
        closing.add(resource("lock"));
        closing.add(() -> {
            throw full;
        });
        closing.add(resource("recorder"));
        closing.add(() -> {
            throw failed;
        });
        closing.add(() -> {
            throw full;
        });

        assertThatThrownBy(closing::close).isSameAs(full).hasSuppressedException(failed);
        assertThat(closed).containsExactly("recorder", "lock");
    }

    @Test
    void keepsTheFirstFailureWithTheOthersSuppressed() {
        var second = new IllegalStateException("second");
        var closing = new ResourceCloser();
        closing.add(() -> {
            throw second;
        });
        closing.add(() -> {
            throw new IOException("first");
        });

        assertThatThrownBy(closing::close)
                .hasMessage("first")
                .hasCauseInstanceOf(IOException.class)
                .satisfies(thrown -> assertThat(thrown.getCause()).hasSuppressedException(second));
    }
}

package dev.rowan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.landscape.LandscapeException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailureTest {

    @Test
    void tellsTheWorldFromADefect() {
        assertThat(Failure.of(new PluginException("disk full")))
                .isEqualTo(new Failure.World("disk full", Optional.empty()));
        assertThat(Failure.of(new LandscapeException("newer"))).isEqualTo(new Failure.World("newer", Optional.empty()));
        assertThat(Failure.of(new UseException("must be 1")))
                .isEqualTo(new Failure.World("must be 1", Optional.empty()));
        assertThat(Failure.of(new IllegalStateException("odd"))).isInstanceOf(Failure.Internal.class);
    }

    @Test
    void saysWhatRanOutAlsoWhenTheJvmSaysNothing() {
        assertThat(Failure.of(new OutOfMemoryError()))
                .isInstanceOfSatisfying(
                        Failure.World.class,
                        world -> assertThat(world.message()).startsWith("out of memory with a heap of "));
    }

    @Test
    void namesTheErrorWhoseMessageAloneSaysLittle() {
        assertThat(Failure.words(new NoSuchFileException("a.csv"))).isEqualTo("a.csv: no such file or folder");
        assertThat(Failure.words(new IOException("Stream closed"))).isEqualTo("Stream closed");
        assertThat(Failure.words(new NullPointerException())).isEqualTo("NullPointerException");
    }
}

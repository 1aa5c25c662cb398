package dev.rowan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.landscape.LandscapeException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandFailureTest {

    @Test
    void distinguishesEnvironmentErrorsFromDefects() {
        assertThat(CommandFailure.of(new PluginException("disk full")))
                .isEqualTo(new CommandFailure.World("disk full", Optional.empty()));
        assertThat(CommandFailure.of(new LandscapeException("newer")))
                .isEqualTo(new CommandFailure.World("newer", Optional.empty()));
        assertThat(CommandFailure.of(new UsageException("must be 1")))
                .isEqualTo(new CommandFailure.World("must be 1", Optional.empty()));
        assertThat(CommandFailure.of(new IllegalStateException("odd"))).isInstanceOf(CommandFailure.Internal.class);
    }

    @Test
    void namesTheExhaustedResource() {
        assertThat(CommandFailure.of(new OutOfMemoryError()))
                .isInstanceOfSatisfying(
                        CommandFailure.World.class,
                        world -> assertThat(world.message()).startsWith("out of memory with a heap of "));
    }

    @Test
    void namesTheErrorWhoseMessageAloneSaysLittle() {
        assertThat(CommandFailure.message(new NoSuchFileException("a.csv")))
                .isEqualTo("a.csv: no such file or directory");
        assertThat(CommandFailure.message(new IOException("Stream closed"))).isEqualTo("Stream closed");
        assertThat(CommandFailure.message(new NullPointerException())).isEqualTo("NullPointerException");
    }
}

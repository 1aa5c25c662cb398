package dev.rowan.cli.command;

import dev.rowan.api.IoMessages;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cli.terminal.OutputFailure;
import dev.rowan.engine.stop.HeapExhaustedException;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a command did not succeed, sorted by who can do something about it.
sealed interface CommandFailure {

    ExitCode code();

    /// Settings with problems, all of them.
    record Settings(List<Problem> problems) implements CommandFailure {
        @Override
        public ExitCode code() {
            return ExitCode.USE;
        }
    }

    /// Something in use or in the world around: a wrong name, a missing file, a full disk. `run` is there when it
    /// had begun.
    record World(String message, Optional<StoppedRunException> run) implements CommandFailure {

        /// A run that waited for its landscape until its limit was stopped by that.
        @Override
        public ExitCode code() {
            boolean waited = run.map(Throwable::getCause).orElse(null) instanceof LandscapeUnreachableException;
            return waited ? ExitCode.LIMIT : ExitCode.USE;
        }
    }

    /// A defect of Rowan or of a plugin.
    record Internal(Throwable defect, Optional<StoppedRunException> run) implements CommandFailure {
        @Override
        public ExitCode code() {
            return ExitCode.INTERNAL;
        }
    }

    static CommandFailure of(Throwable thrown) {
        return switch (thrown) {
            case ConfigException settings -> new Settings(settings.problems());
            case StoppedRunException run when isWorld(run.getCause()) -> new World(words(run), Optional.of(run));
            case StoppedRunException run -> new Internal(run, Optional.of(run));
            default ->
                isWorld(thrown)
                        ? new World(words(thrown), Optional.empty())
                        : HeapExhaustedException.behind(thrown)
                                .<CommandFailure>map(error -> new World(outOfMemory(error), Optional.empty()))
                                .orElseGet(() -> new Internal(thrown, Optional.empty()));
        };
    }

    private static String outOfMemory(OutOfMemoryError error) {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        return "%s with a heap of %,d MiB; give it more, such as ROWAN_JAVA_OPTS=-Xmx%dm"
                .formatted(HeapExhaustedException.message(error), heap, HeapExhaustedException.suggestedHeap());
    }

    private static boolean isWorld(@Nullable Throwable thrown) {
        return thrown instanceof UsageException
                || thrown instanceof LandscapeException
                || thrown instanceof HeapExhaustedException
                || thrown instanceof OutputFailure
                || thrown instanceof IOException;
    }

    /// The message; of an error of input or output what it means, since its own is often a path alone.
    static String words(Throwable thrown) {
        String message = thrown.getMessage();
        return switch (thrown) {
            case UsageException _, LandscapeException _, PluginException _, StoppedRunException _, OutputFailure _ ->
                String.valueOf(message);
            case IOException error -> IoMessages.of(error);
            default -> thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        };
    }
}

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

/// Why a command failed, by who can fix it.
sealed interface CommandFailure {

    ExitCode code();

    /// Invalid settings, with all problems.
    record Settings(List<Problem> problems) implements CommandFailure {
        @Override
        public ExitCode code() {
            return ExitCode.USE;
        }
    }

    /// A usage error or an environment problem: a wrong name, a missing file, a full disk. `run` is present if the run
    /// had started.
    record World(String message, Optional<StoppedRunException> run) implements CommandFailure {

        /// A run that gave up waiting for its landscape was stopped by that limit.
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
            case StoppedRunException run when isWorld(run.getCause()) -> new World(message(run), Optional.of(run));
            case StoppedRunException run -> new Internal(run, Optional.of(run));
            default ->
                isWorld(thrown)
                        ? new World(message(thrown), Optional.empty())
                        : HeapExhaustedException.behind(thrown)
                                .<CommandFailure>map(error -> new World(outOfMemory(error), Optional.empty()))
                                .orElseGet(() -> new Internal(thrown, Optional.empty()));
        };
    }

    private static String outOfMemory(Throwable error) {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        return "%s with a heap of %,d MiB; increase it, for example with ROWAN_JAVA_OPTS=-Xmx%dm"
                .formatted(HeapExhaustedException.message(error), heap, HeapExhaustedException.suggestedHeap());
    }

    private static boolean isWorld(@Nullable Throwable thrown) {
        return thrown instanceof UsageException
                || thrown instanceof LandscapeException
                || thrown instanceof HeapExhaustedException
                || thrown instanceof OutputFailure
                || thrown instanceof IOException;
    }

    /// The message; I/O errors are explained, since their own message is often only a path.
    static String message(Throwable thrown) {
        String message = thrown.getMessage();
        return switch (thrown) {
            case UsageException _, LandscapeException _, PluginException _, StoppedRunException _, OutputFailure _ ->
                String.valueOf(message);
            case IOException error -> IoMessages.of(error);
            default -> thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        };
    }
}

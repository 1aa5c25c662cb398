package dev.rowan.connectors.file;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where a sink writes its rows.
public interface Destination {

    /// Resolves secrets, once.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// Its name in messages: a path or an address.
    String name();

    /// Why it cannot be opened, or empty. No side effects.
    Optional<String> check(Existing existing);

    /// Where lines will start. No side effects.
    Mark start(Existing existing) throws IOException;

    /// Opens it; from here on existing content may be gone.
    OpenedOutput open(Existing existing, Faults faults) throws IOException;

    /// Opens it at `mark`, where an earlier process stopped, and removes anything after it.
    OpenedOutput resume(Mark mark, Faults faults) throws IOException;

    /// The existing content to append to, for reading its start; the caller closes it.
    Optional<Input> appendedTo(Existing existing) throws IOException;

    /// The current content, for reading its start, if it can be read; the caller closes it.
    Optional<Input> present() throws IOException;

    /// Whether its [OutputTarget] has parts.
    default boolean hasParts() {
        return false;
    }

    /// Whether it is the program's standard output.
    default boolean isStandardOutput() {
        return false;
    }

    /// Facts for the run's manifest.
    default Map<String, Object> manifest() {
        return Map.of();
    }

    /// Where its credential comes from, for the record, after [#prepare].
    default Optional<String> credential() {
        return Optional.empty();
    }

    /// The address, if it is not a file.
    default Optional<String> address() {
        return Optional.empty();
    }

    /// The file, if it is one.
    Optional<Path> file();
}

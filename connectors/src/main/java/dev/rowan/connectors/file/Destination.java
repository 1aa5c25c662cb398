package dev.rowan.connectors.file;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where a sink puts its lines, before it is opened.
public interface Destination {

    /// Takes from the run what it needs, once.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// What messages call it: a path or an address.
    String name();

    /// Why it could not be opened, or empty. Touches nothing.
    Optional<String> check(Existing existing);

    /// Where lines will begin when it is opened. Touches nothing.
    Mark start(Existing existing) throws IOException;

    /// Opens it; from here on what was there may be gone.
    LineOutput open(Existing existing, Faults faults) throws IOException;

    /// Opens it where `mark` says that an earlier process stopped, and takes back what stands behind.
    LineOutput resume(Mark mark, Faults faults) throws IOException;

    /// What is there and will be added to, for a look at how it begins; the caller closes it.
    Optional<Input> appendedTo(Existing existing) throws IOException;

    /// What stands there now, for a look at how it begins; the caller closes it.
    Input present() throws IOException;

    /// Facts about the place for the run's manifest.
    default Map<String, Object> manifest() {
        return Map.of();
    }

    /// The address, when it is no file.
    default Optional<String> address() {
        return Optional.empty();
    }

    /// The file, when it is one.
    Optional<Path> file();
}

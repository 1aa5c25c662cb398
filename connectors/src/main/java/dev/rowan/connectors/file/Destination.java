package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
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

    /// Opens it; from here on what was there may be gone.
    LineOutput open(Existing existing) throws IOException;

    /// What is there and will be added to, for a look at how it begins; the caller closes it.
    default Optional<Input> appendedTo() throws IOException {
        return Optional.empty();
    }

    /// Facts about the place for the run's manifest.
    default Map<String, Object> manifest() {
        return Map.of();
    }

    /// The file, when it is one.
    Optional<Path> file();
}

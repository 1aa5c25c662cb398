package dev.rowan.connectors.file;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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

    /// The content of a destination that was written as a whole; the caller closes it.
    default Optional<Input> whole() throws IOException {
        return present();
    }

    /// Whether its [OutputTarget] has parts.
    default boolean hasParts() {
        return false;
    }

    /// Whether rows are added to existing content.
    default boolean appends(Existing existing) {
        return existing == Existing.APPEND;
    }

    /// Whether its name has the place `{n}` for a number, so that a format may write several files.
    default boolean isNumbered() {
        return false;
    }

    /// The destination with `number` in the place of `{n}`; this one if there is no such place.
    default Destination numbered(int number) {
        return this;
    }

    /// Its name in its directory; empty if it is in none.
    default Optional<String> fileName() {
        return Optional.empty();
    }

    /// Another destination in the same directory, prepared if this one is.
    default Destination sibling(String name) {
        throw new IllegalStateException(name() + " is in no directory");
    }

    /// Whether parts of lines are joined to it when all are there.
    default boolean joinsParts() {
        return false;
    }

    /// The size of its content in bytes; empty if there is none.
    OptionalLong size() throws IOException;

    /// Deletes its content, if there is any.
    void delete() throws IOException;

    /// Opens it to be written as a whole; it replaces existing content when it is finished.
    default OpenedOutput openWhole(Faults faults) throws IOException {
        return open(Existing.OVERWRITE, faults);
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

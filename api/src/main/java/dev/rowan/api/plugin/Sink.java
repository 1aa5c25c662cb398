package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes rows in order. Owned by the run's release thread.
public interface Sink extends AutoCloseable {

    /// How far the sink is durable: the number of rows of this run, the bytes from `start` to `end` that hold
    /// them, and the SHA-256 of those bytes in hex. `start` is 0 unless the run appends.
    record Mark(long rows, long start, long end, String sha256) {
        /// The SHA-256 of no bytes.
        private static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

        /// Nothing written yet after `start`.
        public static Mark at(long start) {
            return new Mark(0, start, start, OF_NOTHING);
        }
    }

    /// What a run may do with existing output.
    enum Existing {
        REFUSE,
        OVERWRITE,
        /// Append, whatever the sink's own settings say; create it if absent. A sink that cannot append says so in
        /// [#check].
        APPEND
    }

    /// Resolves secrets and addresses, once, before anything is checked or opened. Throws [PluginException] if
    /// something is missing.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// What is known about a sink's rows before the first one.
    @FunctionalInterface
    interface KnownFields {
        RowFields get() throws IOException, InterruptedException;
    }

    /// Passes the known fields to the sink, once, after [#prepare] and before [#check]. A sink that needs them
    /// must ask immediately, since this may read the first records of the source.
    default void expect(KnownFields fields) throws IOException, InterruptedException {}

    /// Whether this sink could be opened: a problem for people, or empty. Has no side effects.
    Optional<String> check(Existing existing);

    /// Where the rows of this run will start, before anything is changed. It is recorded before [#open], so that a
    /// resumed run knows what it may remove.
    default Mark start(Existing existing) throws IOException {
        return Mark.at(0);
    }

    /// Opens the sink; from here on existing output may be gone.
    void open(Existing existing) throws IOException;

    /// Opens the sink, instead of [#open], where an earlier process of the same run left it. The output up to
    /// `mark` must be what was recorded, else a [PluginException] is thrown; anything after it belongs to no
    /// recorded row and is removed. With no rows in `mark`, the sink starts again from its start. Resuming twice
    /// from the same mark has the same effect.
    default void resume(Mark mark) throws IOException {
        throw new PluginException("this sink cannot resume its output; run the pipeline again from the start");
    }

    /// Writes a row; it is durable only after the next [#sync]. Returns a reason, and writes nothing, if this sink
    /// cannot hold the row.
    Optional<Reason> write(Row row) throws IOException;

    /// Makes everything written so far durable.
    Mark sync() throws IOException;

    /// Makes everything durable and ends the output, such as by a closing bracket. Called once, instead of the last
    /// [#sync], if the run is complete; nothing is written afterwards.
    default Mark finish() throws IOException {
        return sync();
    }

    /// The file that this sink writes, if any: the run's head is written beside it.
    Optional<Path> file();

    /// The address of an output that is not a file, such as a blob's URL: two runs never write it at the same
    /// time.
    default Optional<String> address() {
        return Optional.empty();
    }

    /// Whether rows go to the program's standard output, which then must be free of anything else.
    default boolean isStandardOutput() {
        return false;
    }

    /// The fields that this sink writes, if its settings select some.
    default Optional<List<String>> selectedFields() {
        return Optional.empty();
    }

    /// Facts about the encoding, for the run's manifest: `{formula_neutralising: true}`.
    default Map<String, Object> manifest() {
        return Map.of();
    }

    @Override
    void close() throws IOException;
}
